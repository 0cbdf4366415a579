// The program noughts.wasm: a request in, status and document out.

import { decompress } from "fzstd";
import makeProgram from "noughts-program";
import type { Host } from "./host.js";
import { marked } from "./origin.js";
import type { Answer, Origin } from "./verbs.js";

// What a worker is told first.
export interface Start {
  wasm: WebAssembly.Module;
  home: string;     // the folder with ready/ and the openings of 5x5 in tables/
  tables: string;   // where published tables are, or ""
  host?: string;    // whose they are, if every value from them is to say so
}

// Questions that tables of 5x5 are for.
const FIVE = /\/quixo\/(analyze|line|classes|move)\?(.*&)?size=5(&|$)/;

export class Program {
  private complaint = "";  // why the tables that were asked for cannot be read

  private constructor(private call: (name: string, text: string) => string, private tables: string, private stranger: string) { this.open(); }

  private open(): void { this.complaint = this.call("noughts_start", this.tables); }

  static async start({ wasm, tables, host: stranger = "" }: Omit<Start, "home">, host: Host): Promise<Program> {
    const made = await makeProgram({
      unpack: (stored: Uint8Array, raw: number) => decompress(stored, new Uint8Array(raw)),
      host,
      instantiateWasm: (imports: WebAssembly.Imports, done: (made: WebAssembly.Instance) => void) => {
        void WebAssembly.instantiate(wasm, imports).then(done);
        return {};
      },
    });
    const call = (name: string, text: string): string => made.ccall(name, "string", ["string"], [text]) as string;
    if (tables !== "") host.allow(tables);
    return new Program(call, tables, stranger);
  }

  answer(target: string): Answer {
    if (this.complaint !== "" && FIVE.test(target)) {
      this.open();  // the host may be back
      if (this.complaint !== "") return { status: 500, body: JSON.stringify({ error: this.complaint }) + "\n" };
    }
    const said = this.call("noughts_answer", target);
    const space = said.indexOf(" ");
    const body = said.slice(space + 1);
    const status = Number(said.slice(0, space));
    if (this.stranger === "" || !FIVE.test(target)) return { status, body };
    const origin = this.call("noughts_origin", "") as Origin;
    return { status, body: marked(body, this.stranger, origin), origin };
  }
}
