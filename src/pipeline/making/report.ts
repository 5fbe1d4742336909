import { isNote, type Warning } from "../../errors/index.ts";
import type { Look } from "../../stages/tone/index.ts";
import type { PhotoSet, SetFlag } from "../finding/index.ts";
import { type HouseTold, joinTold } from "../house-told.ts";
import type { EnhanceOptions } from "../options.ts";
import { publishedRecipe } from "../recipes.ts";
import type { EncodedFacts } from "../tasks.ts";
import type { CheckReport } from "./check-report.ts";
import { operationsOf, type Picture, type SetFacts } from "./picture.ts";
import type { SetRun } from "./set-run.ts";

/** Counts up when a reader of reports must change; docs/report.schema.json describes this one. */
export const reportSchema = "lightwell-report/1";

/** Everything about one picture: what it was made of, what was decided and why, and how long it took. Plain JSON. */
export interface Report {
  readonly schema: typeof reportSchema;
  /** Which call made it. */
  readonly call: "enhance" | "merge" | "develop";
  readonly software: {
    readonly name: "lightwell";
    readonly version: string;
    readonly kernels: string;
    /** Of Node.js and of the libraries that decode and encode. */
    readonly versions: Readonly<Record<string, string>>;
  };
  /** The published recipe behind the name that was asked for; absent where the defaults of the version hold. */
  readonly recipe?: string;
  /** The photographs, as `set.files`, each with the SHA-256 of its bytes. */
  readonly sources: readonly { readonly file: string; readonly bytes: number; readonly sha256?: string }[];
  readonly set: {
    readonly files: readonly string[];
    readonly reference: string;
    readonly kind: PhotoSet["kind"];
    readonly reasons: readonly string[];
    readonly confidence: number;
    /** Aborted and repeated sets, blurred frames, outliers. */
    readonly flags: readonly SetFlag[];
  };
  readonly result: {
    readonly format: string;
    readonly width: number;
    readonly height: number;
    readonly bitDepth: number;
    /** Of the file, metadata included. */
    readonly sha256?: string;
  };
  /**
   * In plain words and in order, what was done to the pixels. Nothing in this list adds or removes anything of the
   * scene.
   */
  readonly operations: readonly string[];
  /** Every option that the call has, as resolved: with the same files they give the same bytes. */
  readonly options: Partial<EnhanceOptions>;
  /** What the other sets of the run told, and the look that was asked for: with the options, all that was asked. */
  readonly house?: HouseTold;
  readonly look?: Look;
  readonly stages: SetFacts;
  /** How the picture stood up to its frames; absent where it was not checked. */
  readonly check?: CheckReport;
  readonly timingsMs: Readonly<Record<string, number>>;
  /** What the photographer should look at. */
  readonly warnings: readonly Warning[];
  /** What is worth knowing and needs no look. */
  readonly notes: readonly Warning[];
}

export function buildReport(
  { facts, check }: Picture,
  { format, width, height, bitDepth }: EncodedFacts,
  options: Partial<EnhanceOptions>,
  { set, job, tools }: SetRun,
  resultHash: string | undefined,
): Report {
  const { kind, reasons, confidence, flags, look } = set;
  const house = joinTold(set);
  const recipe = publishedRecipe(options.recipe?.recipe);
  const files = set.frames.map(({ file }) => file.name);
  const told = [...set.frames.flatMap(({ inspection }) => inspection.warnings), ...job.warnings];
  return {
    schema: reportSchema,
    call: options.tone ? "enhance" : options.merge ? "merge" : "develop",
    software: {
      name: "lightwell",
      version: tools.version,
      kernels: tools.kernels.implementation,
      versions: { node: process.versions.node, ...tools.libraries },
    },
    ...(recipe === undefined ? {} : { recipe }),
    sources: set.frames.map(({ file, sha256 }) => ({
      file: file.name,
      bytes: file.sizeBytes,
      ...(sha256 === undefined ? {} : { sha256 }),
    })),
    set: { files, reference: files[set.reference], kind, reasons, confidence, flags },
    result: { format, width, height, bitDepth, ...(resultHash === undefined ? {} : { sha256: resultHash }) },
    operations: operationsOf(facts, check),
    options,
    ...(house ? { house } : {}),
    ...(look ? { look } : {}),
    stages: facts,
    ...(check ? { check } : {}),
    timingsMs: { ...job.timingsMs },
    warnings: told.filter((each) => !isNote(each)),
    notes: told.filter(isNote),
  };
}
