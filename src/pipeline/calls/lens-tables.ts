import { EngineError } from "../../errors/index.ts";
import { type CameraCoverage, cameraCoverage, type LensCoverage, lensCoverage } from "../../stages/lens/index.ts";
import type { Tools } from "../tools.ts";

/** The lenses whose maker and model contain every word of `query`. Throws `options/invalid` if that is not a string. */
export async function lensTable(query: unknown, tools: Tools): Promise<LensCoverage[]> {
  return lensCoverage(await tools.lensDatabase(), wordsOf(query, "lenses"));
}

/** The same for cameras. */
export async function cameraTable(query: unknown, tools: Tools): Promise<CameraCoverage[]> {
  return cameraCoverage(await tools.lensDatabase(), wordsOf(query, "cameras"));
}

function wordsOf(query: unknown, call: string): string {
  if (typeof query === "string") return query;
  throw new EngineError("options/invalid", `${call}: expected words, got ${query}`);
}
