// Where the page lives. The server has it at /, its games at /quixo and so on. A site may be in
// any folder of any host, and its games are files there: FOLDER/quixo.html.

let folder = "";
let ending = "";

// From now on the page is one of the files in a folder such as "/games/noughts".
export function livesIn(path: string): void {
  folder = path;
  ending = ".html";
}

// A path of the page, such as "/quixo?size=3", as the address of the browser has it.
export function outward(path: string): string {
  if (!path.startsWith("/")) return path;
  const [, name, rest] = /^\/([a-z]*)(.*)$/s.exec(path)!;
  return name === "" || rest!.startsWith("/") ? folder + path : `${folder}/${name}${ending}${rest}`;
}

// And back: the path of the page in an address.
export function inward(pathname: string): string {
  const path = pathname.startsWith(`${folder}/`) ? pathname.slice(folder.length) : pathname;
  // Typed by hand it may have capitals, or a slash at its end.
  const plain = path.length > 1 ? path.toLowerCase().replace(/\/$/, "") : path;
  const name = ending && plain.endsWith(ending) ? plain.slice(0, -ending.length) : plain;
  return name === "/index" ? "/" : name;
}
