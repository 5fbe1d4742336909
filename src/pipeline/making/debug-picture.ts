import { join } from "node:path";
import type { Homography, IntegerImage } from "../../image/index.ts";
import { shrinkToEdge } from "../../ops/index.ts";
import { pictureOfLines, type SeenGeometry } from "../../stages/perspective/index.ts";
import { PendingFile } from "../disk/index.ts";
import type { SetRun } from "./set-run.ts";

/** Large enough to see lines, small enough to look through many. */
const EDGE_PX = 1200;

/** Longer names no file system takes, with what is added to them. */
const MOST_CHARACTERS = 200;

/**
 * Writes a picture of what the tilt was judged by into the engine's `debugDir`, named after the reference frame as the
 * caller named it, folders and all; one of an earlier run is replaced. `image` stays the caller's; it is the picture,
 * or a copy of which one pixel averages `factor`² of it. Throws `io/write`.
 */
export async function writeDebugPicture(
  { image, factor }: { readonly image: IntegerImage; readonly factor: number },
  seen: SeenGeometry,
  homography: Homography | undefined,
  { set, job, tools, options }: SetRun,
): Promise<void> {
  const { debugDir } = tools;
  if (debugDir === undefined) return;
  const small = await shrinkToEdge(image, EDGE_PX, job.context);
  const lines = pictureOfLines({ ...small, factor: small.factor * factor }, seen, homography);
  job.context.memory.release(small.data);
  const plain = { ...options.encode, format: "jpeg", bitDepth: "8" } as const;
  const { result } = await tools.executor.run("encode", { image: lines, options: plain }, job.signal);
  const pending = await PendingFile.create(
    join(debugDir, debugName(set.frames[set.reference].file.name)),
    result.bytes,
  );
  await pending.commit(true);
}

/** Photographs of one name in two folders, or of two types, have pictures of their own. */
export function debugName(photo: string): string {
  const parts = photo.split(/[/\\]/).filter((part) => !["", ".", ".."].includes(part));
  const name = parts.join("-").replace(/[<>:"|?*]/g, "_");
  return `${name.slice(-MOST_CHARACTERS)}.lines.jpg`;
}
