// What emscripten makes of src/wasm.
declare module "noughts-program" {
  interface Made { ccall(name: string, result: string, types: string[], values: unknown[]): unknown }
  export default function makeProgram(options: object): Promise<Made>;
}
// What the package uses of Node.
declare module "node:crypto" { export const webcrypto: Crypto }
declare module "node:fs" {
  export function openSync(path: URL, flags: string): number;
  export function closeSync(file: number): void;
  export function fstatSync(file: number): { size: number };
  export function readFileSync(file: number): Uint8Array;
  export function readSync(file: number, into: Uint8Array, offset: number, length: number, position: number): number;
}
declare module "node:fs/promises" { export function readFile(path: URL): Promise<Uint8Array> }
declare module "node:url" { export function pathToFileURL(path: string): URL }
declare module "node:worker_threads" {
  export interface MessagePort {
    postMessage(message: unknown): void;
    on(event: "message", hear: (message: unknown) => void): void;
    unref(): void;
  }
  export class MessageChannel { port1: MessagePort; port2: MessagePort }
  export class Worker {
    constructor(script: URL, options?: object);
    postMessage(message: unknown): void;
    on(event: "message", hear: (message: unknown) => void): void;
    on(event: "error", hear: (error: Error) => void): void;
    ref(): void;
    unref(): void;
    terminate(): Promise<number>;
  }
  export const parentPort: MessagePort | null;
  export const workerData: unknown;
  export function receiveMessageOnPort(port: MessagePort): { message: unknown } | undefined;
}
declare function setImmediate(run: () => void): void;
