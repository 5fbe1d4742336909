export type { Staged } from "./stage.ts";
export { WasmKernels, type WasmShare } from "./wasm.ts";
