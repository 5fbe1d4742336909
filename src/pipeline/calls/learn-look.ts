import { aboutFile, EngineError } from "../../errors/index.ts";
import type { IntegerImage } from "../../image/index.ts";
import type { SmallImage } from "../../ops/index.ts";
import type { StageContext } from "../../stages/context.ts";
import { describeScene, readContent } from "../../stages/scene/index.ts";
import { type Look, learnLook, measurePair, type PairMeasure } from "../../stages/tone/index.ts";
import type { InputFile } from "../disk/index.ts";
import { loadThumbnail } from "../finding/index.ts";
import type { Tools } from "../tools.ts";
import type { LookExamples } from "./call-options.ts";

/** Minimum longer edge of the copies that are read. */
const edgePx = 800;

/** Throws `input/look` if only some finished pictures have a photograph before them. */
export function checkExamples<From>(examples: LookExamples<From>): LookExamples<From> {
  const { finished, before } = examples;
  if (before && before.length !== finished.length) {
    const message = `look: expected as many pictures before as after, got ${before.length} and ${finished.length}`;
    throw new EngineError("input/look", message);
  }
  return examples;
}

/**
 * Learns what pictures have in common. Reads one picture at a time and keeps only numbers of each. Throws for the first
 * that cannot be read. `onRead` is called once for every finished picture.
 */
export async function learnFromFiles(
  { finished, before }: LookExamples<InputFile>,
  tools: Tools,
  signal: AbortSignal,
  onRead: () => void = () => {},
): Promise<Look> {
  const context: StageContext = {
    kernels: tools.executor.kernels(signal),
    memory: tools.memory,
    signal,
    warn: () => undefined,
  };
  const read = (file: InputFile): Promise<IntegerImage> => loadThumbnail(file, edgePx, tools, signal);
  const measures: PairMeasure[] = [];
  for (const [i, file] of finished.entries()) {
    try {
      const picture = await read(file);
      const earlier = before ? await read(before[i]) : picture;
      const scene = await describeScene({ image: earlier, model: await tools.sceneModel() }, context);
      const describe = (small: SmallImage) => readContent({ small, scene });
      const pair = { before: earlier, finished: picture, describe };
      measures.push(await measurePair(pair, {}, context));
      onRead();
    } catch (thrown) {
      throw thrown instanceof EngineError ? aboutFile(thrown, file.name) : thrown;
    }
  }
  return learnLook(measures);
}
