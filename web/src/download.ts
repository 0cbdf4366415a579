// Files that the page makes.

import { h } from "./dom";

export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
