export {
  defaultBandRows,
  type Kernel,
  type KernelArgs,
  type KernelImplementation,
  type KernelName,
  type KernelRunner,
  type KernelSet,
} from "./kernels.ts";
export { type SelectedKernels, selectKernels } from "./select.ts";
