import { basename, dirname, extname, join } from "node:path";
import type { Homography, IntegerImage } from "../../image/index.ts";
import { shrinkToEdge } from "../../ops/index.ts";
import { pictureOfLines, type SeenGeometry } from "../../stages/perspective/index.ts";
import { PendingFile } from "../disk/index.ts";
import type { SetRun } from "./set-run.ts";

/** Large enough to see lines, small enough to look through many. */
const EDGE_PX = 1200;

/**
 * Writes a picture of what the tilt was judged by into the engine's `debugDir`, named after the reference frame and its
 * folder; one of an earlier run is replaced. `image` stays the caller's. Throws `io/write`.
 */
export async function writeDebugPicture(
  image: IntegerImage,
  seen: SeenGeometry,
  homography: Homography | undefined,
  { set, job, tools, options }: SetRun,
): Promise<void> {
  const { debugDir } = tools;
  if (debugDir === undefined) return;
  const { name } = set.frames[set.reference].file;
  const parts = [basename(dirname(name)), basename(name, extname(name))].filter((part) => part !== "" && part !== ".");
  const small = await shrinkToEdge(image, EDGE_PX, job.context);
  const lines = pictureOfLines(small, seen, homography);
  job.context.memory.release(small.data);
  const plain = { ...options.encode, format: "jpeg", bitDepth: "8" } as const;
  const { result } = await tools.executor.run("encode", { image: lines, options: plain }, job.signal);
  const pending = await PendingFile.create(join(debugDir, `${parts.join("-")}.lines.jpg`), result.bytes);
  await pending.commit(true);
}
