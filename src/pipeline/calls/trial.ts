import { EngineError } from "../../errors/index.ts";
import type { PictureGeometry, SceneContent } from "../../ops/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { type MergeOptionsInput, merge } from "../../stages/merge/index.ts";
import { type PerspectiveOptionsInput, perspective, perspectiveOptions } from "../../stages/perspective/index.ts";
import { rectify } from "../../stages/rectify/index.ts";
import { type ToneOptionsInput, type ToneRequest, tone } from "../../stages/tone/index.ts";
import type { InputFile } from "../disk/index.ts";
import {
  bytesOf,
  type Call,
  enhanceSet,
  geometryOf,
  Job,
  type KeptSet,
  ownCopy,
  SetRun,
  type ShapedPicture,
  shapedPicture,
} from "../making/index.ts";
import type { ResolvedOptions } from "../options.ts";
import { contentOf, planFrom } from "../plan-picture.ts";
import type { Tools } from "../tools.ts";
import { makeOne, type OneOrder } from "./picture-call.ts";

type WindowPull = NonNullable<MergeOptionsInput["windowPull"]>;

/** Options to try; all others stay as they were when the set was fused. */
export interface TrialOptions {
  readonly tone: ToneOptionsInput;
  readonly windowPull: WindowPull;
  readonly perspective: PerspectiveOptionsInput;
  /** Whether what the other rooms of the house and pictures of the camera show is used. */
  readonly oneHouse: boolean;
}

/** The small fused picture for one window pull. */
type Fused = Pick<KeptSet["toShape"], "image" | "light" | "knownColour">;

/** The small picture before toning. */
interface Untoned {
  readonly picture: ShapedPicture;
  /** Content, read once with the first picture: tone options do not change it. */
  content?: SceneContent;
}

/** JPEG quality of a preview, which is only viewed briefly. */
const previewQuality = 85;

/**
 * Number of pictures that are kept before toning, each with another window pull or perspective. Set by hand: a user
 * compares a few; another takes 0.2 s.
 */
const keptPictures = 4;

/** Number of window pulls other than the one that the set was fused with. */
const otherPulls = 2;

/**
 * A set fused at a small size, in its own memory, for trying other options of tone, perspective and window pull. Toning
 * takes a fraction of a second; the first use of a window pull merges the small frames again, that of another
 * perspective straightens the picture again.
 */
class Trial {
  readonly #kept: KeptSet;
  readonly #fused = new Map<WindowPull, Promise<Fused>>();
  readonly #geometry = new Map<string, Promise<PictureGeometry>>();
  /** The last in the order of the map is the one used last. */
  readonly #untoned = new Map<string, Promise<Untoned>>();

  /** The trial owns `kept`. `options`: those that the set was fused with. */
  constructor(kept: KeptSet, options: ResolvedOptions) {
    this.#kept = kept;
    this.#fused.set(kept.merging.options.windowPull ?? "natural", Promise.resolve(kept.toShape));
    this.#geometry.set(geometryKey(options.perspective, true), Promise.resolve(kept.geometry));
  }

  /** Size in bytes of the pixels that it keeps, once all window pulls and several perspectives were tried. */
  get bytes(): number {
    const { image } = this.#kept.toShape;
    return bytesOf(this.#kept) + (otherPulls + keptPictures) * image.data.byteLength;
  }

  /**
   * Renders the picture as a small JPEG. Throws what `merge`, `perspective`, `tone` and `encode` throw, and
   * `cancelled`.
   */
  async render(wanted: TrialOptions, tools: Tools, signal: AbortSignal): Promise<Uint8Array> {
    const job = new Job(tools, signal);
    const { memory } = job.context;
    const untoned = await this.#shaped(wanted, job);
    const plan = async (request: ToneRequest) => {
      untoned.content ??= contentOf(request);
      return planFrom(untoned.content, request, memory);
    };
    const { setting } = this.#kept;
    const house = wanted.oneHouse ? setting.house : undefined;
    const toTone = { ...setting, ...untoned.picture, house, outputBits: 8, plan } as const;
    const toned = await tone(toTone, wanted.tone, job.context);
    const encoding = { format: "jpeg", bitDepth: "8", quality: previewQuality } as const;
    const { result } = await job.run("encode", { image: toned.image, options: encoding });
    return result.bytes;
  }

  async #shaped({ windowPull, perspective, oneHouse }: TrialOptions, job: Job) {
    const place = geometryKey(perspective, oneHouse);
    const key = `${windowPull} ${place}`;
    const known = this.#untoned.get(key);
    this.#untoned.delete(key);
    const shaping = known ?? this.#shape(windowPull, () => this.#geometryFor(place, perspective, oneHouse, job), job);
    this.#untoned.set(key, shaping);
    shaping.catch(() => this.#untoned.delete(key));
    for (const oldest of this.#untoned.keys()) {
      if (this.#untoned.size <= keptPictures) break;
      this.#untoned.delete(oldest);
    }
    return shaping;
  }

  async #shape(windowPull: WindowPull, find: () => Promise<PictureGeometry>, job: Job): Promise<Untoned> {
    const fused = await keptIn(this.#fused, windowPull, () => this.#merge(windowPull, job));
    const geometry = await find();
    const { scene, resampled } = this.#kept.toShape;
    const { image, light, knownColour } = fused;
    const rectified = await rectify({ image, light, resampled, ...geometry }, {}, job.context);
    const { width, height } = geometry.crop ?? image;
    return { picture: ownCopy(shapedPicture(rectified, { scene, knownColour }, geometry, { width, height })) };
  }

  async #merge(windowPull: WindowPull, { context }: Job): Promise<Fused> {
    const { input, options } = this.#kept.merging;
    const { image, light } = await merge(input, { ...options, windowPull }, context);
    return ownCopy({ image, light });
  }

  #geometryFor(key: string, options: PerspectiveOptionsInput, oneHouse: boolean, { context }: Job) {
    const { toShape, searched } = this.#kept;
    const { image } = toShape;
    return keptIn(this.#geometry, key, async () => {
      const input = { ...searched, sharedFocal: oneHouse ? searched.sharedFocal : undefined };
      return geometryOf(await perspective({ ...input, image }, options, context), searched, image);
    });
  }
}

function geometryKey(options: PerspectiveOptionsInput, oneHouse: boolean): string {
  return JSON.stringify([resolveOptions("perspective", perspectiveOptions, options), oneHouse]);
}

/** The value of a key, made once; made again after it failed. */
function keptIn<Key, Value>(kept: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const making = make();
  kept.set(key, making);
  making.catch(() => kept.delete(key));
  return making;
}

/**
 * Fuses a set of small pictures and keeps the input of toning. Throws what `enhance` throws. `edgePx`: longer edge of
 * the decoded files in pixels; files in formats without shrink-on-load must already be small.
 */
export async function openTrial(
  files: readonly InputFile[],
  edgePx: number,
  options: ResolvedOptions,
  { shared, references = [] }: Pick<OneOrder, "shared" | "references">,
  call: Call,
): Promise<Trial> {
  let kept: KeptSet | undefined;
  // The input of the merge is already a copy.
  const keep = ({ merging, ...set }: KeptSet) => {
    kept = { ...ownCopy(set), merging };
  };
  const order = {
    target: { writeReport: false, replaces: { picture: false, report: false }, tables: [] },
    options,
    rectifies: true,
    edgePx,
    make: (run: SetRun) => enhanceSet(new SetRun({ ...run, keep })),
    references,
    ...(shared ? { shared } : {}),
  };
  await makeOne(files, order, call);
  if (!kept) throw new EngineError("internal", "trial: expected a set that was kept");
  return new Trial(kept, options);
}
