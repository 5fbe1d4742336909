import { EngineError } from "../../errors/index.ts";
import type { IntegerImage } from "../../image/index.ts";
import type { KnownColour, SceneContent, SceneLight } from "../../ops/index.ts";
import { type MergeOptionsInput, merge } from "../../stages/merge/index.ts";
import { rectify } from "../../stages/rectify/index.ts";
import { type ToneOptionsInput, type ToneRequest, tone } from "../../stages/tone/index.ts";
import type { InputFile } from "../disk/index.ts";
import { bytesOf, type Call, enhanceSet, Job, type KeptSet, ownCopy, SetRun } from "../making/index.ts";
import type { ResolvedOptions } from "../options.ts";
import { contentOf, planFrom } from "../plan-picture.ts";
import type { Tools } from "../tools.ts";
import { makeOne, type OneOrder } from "./picture-call.ts";

type WindowPull = NonNullable<MergeOptionsInput["windowPull"]>;

/** Options to try; all others stay as they were when the set was fused. */
export interface TrialOptions {
  readonly tone: ToneOptionsInput;
  readonly windowPull: WindowPull;
}

/** The small picture for one window pull, before toning. */
interface Untoned {
  readonly image: IntegerImage;
  readonly sceneLight: SceneLight | undefined;
  readonly knownColour: KnownColour | undefined;
  /** Content, read once with the first picture: tone options do not change it. */
  content?: SceneContent;
}

/** JPEG quality of a preview, which is only viewed briefly. */
const previewQuality = 85;

/**
 * A set fused at a small size, in its own memory, for trying other tone options and window pulls. Toning takes a
 * fraction of a second; the first use of a window pull merges the small frames again.
 */
class Trial {
  readonly #kept: KeptSet;
  readonly #untoned = new Map<WindowPull, Promise<Untoned>>();

  /** The trial owns `kept`. */
  constructor(kept: KeptSet) {
    this.#kept = kept;
    const { image, sceneLight, knownColour } = kept.toTone;
    this.#untoned.set(
      kept.merging.options.windowPull ?? "natural",
      Promise.resolve({ image, sceneLight, knownColour }),
    );
  }

  /** Size in bytes of the pixels that it keeps, counting all three window pulls. */
  get bytes(): number {
    const { image } = this.#kept.toTone;
    return bytesOf(this.#kept) + 2 * image.data.byteLength;
  }

  /** Renders the picture as a small JPEG. Throws what `merge`, `tone` and `encode` throw, and `cancelled`. */
  async render({ tone: options, windowPull }: TrialOptions, tools: Tools, signal: AbortSignal): Promise<Uint8Array> {
    const job = new Job(tools, signal);
    const { memory } = job.context;
    const untoned = await this.#merged(windowPull, job);
    const plan = async (request: ToneRequest) => {
      untoned.content ??= contentOf(request);
      return planFrom(untoned.content, request, memory);
    };
    const { image, sceneLight, knownColour } = untoned;
    const toTone = { ...this.#kept.toTone, image, sceneLight, knownColour, outputBits: 8, plan } as const;
    const toned = await tone(toTone, options, job.context);
    const encoding = { format: "jpeg", bitDepth: "8", quality: previewQuality } as const;
    const { result } = await job.run("encode", { image: toned.image, options: encoding });
    return result.bytes;
  }

  #merged(windowPull: WindowPull, job: Job): Promise<Untoned> {
    const known = this.#untoned.get(windowPull);
    if (known) return known;
    const merging = this.#merge(windowPull, job);
    this.#untoned.set(windowPull, merging);
    merging.catch(() => this.#untoned.delete(windowPull));
    return merging;
  }

  async #merge(windowPull: WindowPull, { context }: Job): Promise<Untoned> {
    const { merging, geometry, resampled } = this.#kept;
    const merged = await merge(merging.input, { ...merging.options, windowPull }, context);
    const { image, light } = await rectify(
      { image: merged.image, light: merged.light, resampled, ...geometry },
      {},
      context,
    );
    return ownCopy({ image, sceneLight: light, knownColour: undefined });
  }
}

/**
 * Fuses a set of small pictures and keeps the input of toning. Throws what `enhance` throws. `edgePx`: longer edge of
 * the decoded files in pixels; files in formats without shrink-on-load must already be small.
 */
export async function openTrial(
  files: readonly InputFile[],
  edgePx: number,
  options: ResolvedOptions,
  shared: OneOrder["shared"],
  call: Call,
): Promise<Trial> {
  let kept: KeptSet | undefined;
  const keep = ({ merging, ...set }: KeptSet) => {
    kept = { ...ownCopy(set), merging };
  };
  const order = {
    target: { writeReport: false, replaces: { picture: false, report: false }, tables: [] },
    options,
    rectifies: true,
    edgePx,
    make: (run: SetRun) => enhanceSet(new SetRun({ ...run, keep })),
    ...(shared ? { shared } : {}),
  };
  await makeOne(files, order, call);
  if (!kept) throw new EngineError("internal", "trial: expected a set that was kept");
  return new Trial(kept);
}
