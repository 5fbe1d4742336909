export { WasmKernels, type WasmShare } from "./wasm.ts";
