import type { Warning } from "../errors/index.ts";
import type { AlignResult } from "../stages/align/index.ts";
import type { DecodeResult } from "../stages/decode/index.ts";
import type { LensResult } from "../stages/lens/index.ts";
import type { MergeResult } from "../stages/merge/index.ts";
import type { RectifyResult } from "../stages/rectify/index.ts";
import type { ToneResult } from "../stages/tone/index.ts";
import type { Picture } from "./bracket.ts";
import type { PhotoSet } from "./grouping.ts";
import type { Job } from "./job.ts";
import type { EnhanceOptions } from "./options.ts";
import type { Tools } from "./tools.ts";

export interface DecodedFrame extends DecodeResult {
  readonly file: string;
}

/** What the stages found; a stage that did not run is absent. */
export interface SetFacts {
  readonly decode: readonly Plain<DecodedFrame>[];
  readonly align?: Plain<AlignResult>;
  readonly merge?: Plain<MergeResult>;
  readonly lens?: Plain<Partial<LensResult>>;
  readonly rectify?: Plain<RectifyResult>;
  readonly tone?: Plain<ToneResult>;
}

/** A result without its pictures and tables: what a report can show. */
type Plain<T> = Omit<T, "image" | "frames" | "correction">;

/** Everything about one picture: what it was made of, what was decided and why, and how long it took. Plain JSON. */
export interface Report {
  readonly software: { readonly name: "lightwell"; readonly version: string; readonly kernels: string };
  readonly set: {
    readonly files: readonly string[];
    readonly reference: string;
    readonly kind: PhotoSet["kind"];
    readonly reasons: readonly string[];
    readonly confidence: number;
  };
  readonly result: {
    readonly format: string;
    readonly width: number;
    readonly height: number;
    readonly bitDepth: number;
  };
  /** In plain words and in order, what was done to the pixels. Nothing in this list adds or removes anything of the scene. */
  readonly operations: readonly string[];
  /** Every option, as resolved: with the same files they give the same bytes. */
  readonly options: EnhanceOptions;
  readonly stages: SetFacts;
  readonly timingsMs: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
}

export function buildReport(picture: Picture, set: PhotoSet, options: EnhanceOptions, job: Job, tools: Tools): Report {
  const { format, width, height, bitDepth } = picture.encoded;
  const { kind, reasons, confidence } = set;
  const files = set.frames.map(({ file }) => file.name);
  return {
    software: { name: "lightwell", version: tools.version, kernels: tools.kernels.implementation },
    set: { files, reference: files[set.reference], kind, reasons, confidence },
    result: { format, width, height, bitDepth },
    operations: operationsOf(picture.facts),
    options,
    stages: picture.facts,
    timingsMs: { ...job.timingsMs },
    warnings: [...set.frames.flatMap(({ inspection }) => inspection.warnings), ...job.warnings],
  };
}

/** What was done to the pixels, in plain words, for the report and for the metadata. */
export function operationsOf(facts: SetFacts): string[] {
  const { decode, align, merge, lens, tone } = facts;
  const done: string[] = [];
  if (decode.some((frame) => frame.facts.source === "sensor")) done.push("developed sensor data");
  if (align?.applied) done.push("aligned the exposures");
  if (merge?.applied) done.push(`merged ${merge.framesUsed} exposures`);
  if (lens?.applied) {
    const { corrects } = lens.profile ?? {};
    const names = [
      corrects?.distortion && "distortion",
      corrects?.tca && "colour fringes",
      corrects?.vignetting && "vignetting",
    ];
    done.push(`corrected the lens (${names.filter(Boolean).join(", ")})`);
  }
  if (tone?.applied) done.push("adjusted exposure, white balance, contrast and colour");
  return done;
}

/** Pictures and lookup tables stay out of reports. */
const heavyKeys = new Set(["image", "frames", "correction"]);

/** A deep copy of stage results without pictures, typed arrays and functions. */
export function withoutPixels(facts: object): SetFacts {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(
      ([key, inner]) =>
        !heavyKeys.has(key) && typeof inner !== "function" && !ArrayBuffer.isView(inner) && inner !== undefined,
    );
    return Object.fromEntries(entries.map(([key, inner]) => [key, copy(inner)]));
  };
  return copy(facts) as SetFacts;
}
