import { readFile, writeFile } from "node:fs/promises";
import { withBlocks } from "../codecs/index.ts";
import type { PlanBlocks } from "./plan-blocks.ts";

/** Writes blocks into a file of our encoders; `false` where its format or its content is not known how to. */
export async function writeOwn(path: string, blocks: PlanBlocks): Promise<boolean> {
  const made = withBlocks(await readFile(path), blocks);
  if (made) await writeFile(path, made);
  return made !== undefined;
}
