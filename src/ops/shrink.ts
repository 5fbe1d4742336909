import type { F32, Image, IntegerImage, PixelMemory } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";

/** The tools of an operation on a picture; a stage's context has both. */
export interface Tools {
  readonly kernels: KernelRunner;
  readonly memory: PixelMemory;
}

/** Numbers where kernels can read them; the caller releases them. */
export function numbersIn(memory: PixelMemory, values: ArrayLike<number>): F32 {
  const view = memory.f32(values.length);
  view.set(values);
  return view;
}

/** A small copy for analysis: display values as floats, 1.0 = full scale. The caller releases its `data`. */
export interface SmallImage extends Image {
  readonly data: Float32Array<SharedArrayBuffer>;
  /** Number of source pixels that one pixel averages, along each axis. */
  readonly factor: number;
}

/** Area-averaged copy whose longer edge is at most `maxEdgePx` (by an integer factor, 1 to 64). */
export async function shrinkToEdge(image: IntegerImage, maxEdgePx: number, tools: Tools): Promise<SmallImage> {
  const factor = Math.min(64, Math.max(1, Math.ceil(Math.max(image.width, image.height) / maxEdgePx)));
  return shrinkBy(image, Math.min(factor, image.width, image.height), tools);
}

/** Area-averaged copy by an integer factor, at most the shorter edge. */
export async function shrinkBy(image: IntegerImage, factor: number, tools: Tools): Promise<SmallImage> {
  const width = Math.floor(image.width / factor);
  const height = Math.floor(image.height / factor);
  const { channels } = image;
  const target = tools.memory.f32(width * height * channels);
  const args = { source: image.data, target, width: image.width, height: image.height, channels, factor };
  await tools.kernels.run("shrink", args, height);
  return { width, height, channels, data: target, space: image.space, factor };
}
