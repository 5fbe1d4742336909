import type { Warning } from "../../src/errors/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import { defaultBandRows, type KernelRunner, selectKernels } from "../../src/kernels/index.ts";
import type { StageContext } from "../../src/stages/context.ts";

/** A stage context that runs kernels at once on this thread and keeps the warnings. */
export function testContext(
  options: { kernels?: "auto" | "reference"; bandRows?: number; signal?: AbortSignal } = {},
): StageContext & { readonly warnings: Warning[] } {
  const { implementation, kernels } = selectKernels(options.kernels);
  const cancel = new Int32Array(new SharedArrayBuffer(4));
  const warnings: Warning[] = [];
  const runner: KernelRunner = {
    implementation,
    async run(name, args, rows, wanted = defaultBandRows) {
      const bandRows = options.bandRows ?? wanted;
      for (let y = 0; y < rows; y += bandRows) kernels[name](args as never, y, Math.min(rows, y + bandRows), cancel);
    },
  };
  return {
    kernels: runner,
    memory: new PixelPool(),
    signal: options.signal ?? new AbortController().signal,
    warn: (code, message) => warnings.push({ code, message }),
    warnings,
  };
}
