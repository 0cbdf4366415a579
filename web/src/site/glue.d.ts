// What emscripten makes of src/wasm.
declare module "noughts-program" {
  interface Made { ccall(name: string, result: string, types: string[], values: unknown[]): unknown }
  export default function makeProgram(options: object): Promise<Made>;
}
