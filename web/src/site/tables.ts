// Whose tables answer: those of the site, or, if the reader agreed, those of another host.
//
//     quixo.html?size=5&tables=ADDRESS
//
// Anybody can write such a link, and tables of another host can say anything: they are asked
// only after the reader was told the host and agreed, and from then on the page says whose the
// values are. ADDRESS is kept as long as the tab lives; empty, it is forgotten.

import type { Origin } from "noughts";
import * as say from "../words";

export interface Asked {
  address: string;   // "" for those of the site
  host: string;      // of another origin, else ""
  problem?: string;  // why what was asked for is not used
}

const OWN: Asked = { address: "", host: "" };

// What an address means, seen from the folder of the site.
export function tablesAt(asked: string, folder: URL): Asked {
  if (asked === "") return OWN;
  let url: URL;
  try {
    url = new URL(asked, folder);
  } catch {
    return { ...OWN, problem: say.site.badTables };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { ...OWN, problem: say.site.noHttps(url.protocol.slice(0, -1)) };
  }
  const address = url.href.replace(/\/$/, "");
  return { address, host: url.origin === folder.origin ? "" : url.host };
}

// What the page says of all workers: a host may send each of them another list, so one that is not
// published by this project speaks for all.
export class Origins {
  private told?: Origin;
  add(origin: Origin): Origin {
    this.told = this.told === undefined || this.told === origin ? origin : "unverified";
    return this.told;
  }
}

export interface Memory { getItem(key: string): string | null; setItem(key: string, value: string): void; removeItem(key: string): void }

// What is to be used: `asked` is what the address of the page says, null if nothing. Whoever said
// no is not asked again by a reload, and nothing is kept.
export function chosenTables(asked: string | null, folder: URL, memory: Memory, agrees: (host: string) => boolean): Asked {
  const found = tablesAt(asked ?? memory.getItem("tables") ?? "", folder);
  const agreed = found.host === "" || memory.getItem("tables-agreed") === found.address || agrees(found.host);
  if (found.address === "" || !agreed) {
    memory.removeItem("tables");
    memory.removeItem("tables-agreed");
    return found.problem ? found : OWN;
  }
  memory.setItem("tables", found.address);
  if (found.host !== "") memory.setItem("tables-agreed", found.address);
  return found;
}
