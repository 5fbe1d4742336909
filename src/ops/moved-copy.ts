import { applyHomography, type Homography, type IntegerImage } from "../image/index.ts";
import { type SmallImage, shrinkToEdge } from "./shrink.ts";
import type { Tools } from "./tools.ts";
import { buildGrid, warpImage } from "./warp.ts";

/** A smaller copy of a picture. The caller releases the pixels. */
export interface MovedCopy {
  /** 16 bits. */
  readonly image: IntegerImage;
  /** Pixels of the picture for one of the copy, along each axis. */
  readonly factor: number;
}

/**
 * A copy of a frame, with a longer edge of at most `edgePx`, as seen from another position: `motion` maps pixels seen
 * from there to those of the frame.
 */
export async function movedCopy(
  frame: IntegerImage,
  motion: Homography,
  edgePx: number,
  tools: Tools,
): Promise<MovedCopy> {
  const { memory } = tools;
  const small = await shrinkToEdge(frame, edgePx, tools);
  const { width, height, factor } = small;
  const copy = inIntegers(small, tools);
  memory.release(small.data);
  // The centre of a copy's pixel is the centre of the square of pixels that it averages.
  const toFrame = (at: number) => (at + 0.5) * factor - 0.5;
  const toCopy = (at: number) => (at + 0.5) / factor - 0.5;
  const sourceOf = (x: number, y: number) => {
    const at = applyHomography(motion, toFrame(x), toFrame(y));
    return { x: toCopy(at.x), y: toCopy(at.y) };
  };
  const grid = buildGrid(width, height, { sourceOf }, memory);
  const image = await warpImage(copy, grid, tools);
  memory.release(grid.positions);
  memory.release(copy.data);
  return { image, factor };
}

function inIntegers({ width, height, channels, data, space }: SmallImage, { memory }: Tools): IntegerImage {
  const target = memory.u16(data.length);
  for (let i = 0; i < data.length; i++) target[i] = Math.min(1, Math.max(0, data[i])) * 65535 + 0.5;
  return { width, height, channels, data: target, space };
}
