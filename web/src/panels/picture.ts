// The picture of a board, to keep or to send.

import type { GameId } from "../api";
import { h } from "../dom";
import { download } from "../download";
import { pngOf, sharePicture } from "../picture";
import * as say from "../words";

// `id` tells the buttons apart from others on the page.
export interface Shot { id: string; game: GameId; board: unknown; title: string; words: string }

export function pictureButtons({ id, game, board, title, words }: Shot): HTMLElement[] {
  const picture = (): string => sharePicture(game, board, title, words);
  return [
    h("button", { id: `${id}-svg`, onclick: () => download(new Blob([picture()], { type: "image/svg+xml" }), `noughts-${game}.svg`) }, say.share.svg),
    h("button", { id: `${id}-png`, onclick: () => void pngOf(picture()).then((png) => download(png, `noughts-${game}.png`)) }, say.share.png),
  ];
}
