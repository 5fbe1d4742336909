import type { Warning } from "../../src/errors/index.ts";
import { type IntegerImage, type PixelMemory, PixelPool, type Samples } from "../../src/image/index.ts";
import { defaultBandRows, type KernelRunner } from "../../src/kernels/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { type KernelKind, kernelsOf } from "./kernel-sets.ts";

/** A copy in leased memory, as the pipeline hands pictures to stages. */
export function leased(image: IntegerImage, memory: PixelMemory): IntegerImage {
  const data = image.data instanceof Uint8Array ? memory.u8(image.data.length) : memory.u16(image.data.length);
  data.set(image.data);
  return { ...image, data };
}

/** Overwrites released memory, so that code that still reads it is detected. */
export class SpoilingPool extends PixelPool {
  override release(view: Samples): void {
    if (this.mayOverwrite(view)) view.fill(0x5a);
    super.release(view);
  }
}

/** A stage context that runs kernels at once on this thread and keeps the warnings. */
export function testContext(
  options: { kernels?: KernelKind; bandRows?: number; signal?: AbortSignal } = {},
): StageContext & { readonly memory: PixelPool; readonly warnings: Warning[] } {
  const { implementation, kernels, jpegDc } = kernelsOf(options.kernels);
  const cancel = new Int32Array(new SharedArrayBuffer(4));
  const warnings: Warning[] = [];
  const runner: KernelRunner = {
    implementation,
    ...(jpegDc && { jpegDc }),
    async run(name, args, rows, wanted = defaultBandRows) {
      const bandRows = options.bandRows ?? wanted;
      for (let y = 0; y < rows; y += bandRows) kernels[name](args as never, y, Math.min(rows, y + bandRows), cancel);
    },
  };
  return {
    kernels: runner,
    memory: new SpoilingPool(0),
    signal: options.signal ?? new AbortController().signal,
    warn: (code, message) => warnings.push({ code, message }),
    warnings,
  };
}
