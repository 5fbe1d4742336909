export type { WasmShare } from "./module.ts";
export type { Staged } from "./stage.ts";
export { WasmKernels } from "./wasm.ts";
