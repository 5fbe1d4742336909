import { isNote, type Warning } from "../../errors/index.ts";
import type { Look } from "../../stages/tone/index.ts";
import { type PhotoSet, photographsOf, type SetFlag, type UnusedFile } from "../finding/index.ts";
import { type HouseReading, joinReading } from "../house-reading.ts";
import type { ResolvedOptions } from "../options.ts";
import { publishedRecipe } from "../recipes.ts";
import type { EncodedFacts } from "../tasks.ts";
import { type CheckReport, operationsOf, type Picture, type SetFacts } from "./picture.ts";
import type { SetRun } from "./set-run.ts";

/** Counts up when a reader of reports must change; docs/report.schema.json describes this one. */
export const reportSchema = "lightwell-report/1";

/** Everything about one picture: what it was made of, what was decided and why, and how long it took. Plain JSON. */
export interface Report {
  /** Counts up when a reader of reports must change; docs/report.schema.json describes this one. */
  readonly schema: typeof reportSchema;
  /** Which call made it. */
  readonly call: "enhance" | "merge" | "develop";
  /** What made it. */
  readonly software: {
    /** Always `lightwell`. */
    readonly name: "lightwell";
    /** Version of the package. */
    readonly version: string;
    /** Which kernels ran, `native` or `wasm`; both give the same bytes. */
    readonly kernels: string;
    /** Of Node.js and of the libraries that decode and encode. */
    readonly versions: Readonly<Record<string, string>>;
  };
  /** The published recipe behind the name that was asked for; absent where the defaults of the version hold. */
  readonly recipe?: string;
  /** The photographs, as `set.files`, each with the SHA-256 of its bytes. */
  readonly sources: readonly {
    /** The source, by its name. */
    readonly file: string;
    /** Size of the file in bytes. */
    readonly bytes: number;
    /** SHA-256 of the file, hexadecimal. */
    readonly sha256?: string;
  }[];
  /** The set that the photographs make. */
  readonly set: {
    /** The frames, by name, in capture order, flash frames of the view among them. */
    readonly files: readonly string[];
    /** Of these the frames whose flash fired, which do not count as exposures of the bracket; absent without any. */
    readonly flash?: readonly string[];
    /** The frame that gives the picture its metadata, by name. */
    readonly reference: string;
    /** `bracket` for several frames of one view, `single` for one file. */
    readonly kind: PhotoSet["kind"];
    /** Why these files belong together, in plain words. */
    readonly reasons: readonly string[];
    /** How sure the set is, 0 to 1. */
    readonly confidence: number;
    /** Aborted and repeated sets, blurred frames, outliers. */
    readonly flags: readonly SetFlag[];
  };
  /** The picture's file. */
  readonly result: {
    /** `jpeg`, `png`, `webp`, `avif` or `tiff`. */
    readonly format: string;
    /** In pixels. */
    readonly width: number;
    /** In pixels. */
    readonly height: number;
    /** Bits of a sample: 8, 10 or 16. */
    readonly bitDepth: number;
    /** Of the file, metadata included. */
    readonly sha256?: string;
  };
  /**
   * In plain words and in order, what was done to the pixels. Nothing in this list adds or removes anything of the
   * scene.
   */
  readonly operations: readonly string[];
  /** Photographs of the set that the picture shows nothing of, and why; absent if it shows all. */
  readonly unused?: readonly UnusedFile[];
  /** Every option that the call has, as resolved: with the same files they give the same bytes. */
  readonly options: Partial<ResolvedOptions>;
  /** What the other sets of the run showed. */
  readonly house?: HouseReading;
  /** The look that was asked for: with `options` and `house`, all that was asked. */
  readonly look?: Look;
  /** What every stage found; a stage that did not run is absent. */
  readonly stages: SetFacts;
  /** How the picture stood up to its frames; absent where it was not checked. */
  readonly check?: CheckReport;
  /** Wall time of each step, in milliseconds. */
  readonly timingsMs: Readonly<Record<string, number>>;
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
  /** What is worth knowing and needs no look. */
  readonly notes: readonly Warning[];
}

export function buildReport(
  { facts, check, unused }: Picture,
  { format, width, height, bitDepth }: EncodedFacts,
  options: Partial<ResolvedOptions>,
  { set, job, tools }: SetRun,
  resultHash: string | undefined,
): Report {
  const { kind, reasons, confidence, flags, look } = set;
  const house = joinReading(set);
  const recipe = publishedRecipe(options.recipe?.recipe);
  const photographs = photographsOf(set);
  const files = photographs.map(({ file }) => file.name);
  const flash = set.flash.map(({ file }) => file.name);
  const reference = set.frames[set.reference].file.name;
  const raised = [...photographs.flatMap(({ inspection }) => inspection.warnings), ...job.warnings];
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
    sources: photographs.map(({ file, sha256 }) => ({
      file: file.name,
      bytes: file.sizeBytes,
      ...(sha256 === undefined ? {} : { sha256 }),
    })),
    set: { files, ...(flash.length > 0 ? { flash } : {}), reference, kind, reasons, confidence, flags },
    result: { format, width, height, bitDepth, ...(resultHash === undefined ? {} : { sha256: resultHash }) },
    operations: operationsOf(facts, check),
    ...(unused.length > 0 ? { unused } : {}),
    options,
    ...(house ? { house } : {}),
    ...(look ? { look } : {}),
    stages: facts,
    ...(check ? { check } : {}),
    timingsMs: { ...job.timingsMs },
    warnings: raised.filter((each) => !isNote(each)),
    notes: raised.filter(isNote),
  };
}

/** The few facts of a report that a run repeats for pictures it leaves alone. Plain JSON of a kilobyte. */
export interface Account {
  /** The reference frame, as the run that made the picture was given it. */
  readonly reference: string;
  /** Of the picture, in pixels. */
  readonly width: number;
  /** Of the picture, in pixels. */
  readonly height: number;
  /** In plain words and in order, what was done to the pixels. */
  readonly operations: readonly string[];
  /** Photographs of the set that the picture shows nothing of, and why. */
  readonly unused?: readonly UnusedFile[];
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
  /** Absent where the picture was not checked. */
  readonly check?: {
    /** Whether nothing was found in the picture. */
    readonly passed: boolean;
    /** How the picture was fused: see `CheckReport.rung`. */
    readonly rung: string;
    /** Why a more careful way was taken. */
    readonly reason?: string;
    /** What was found, in plain words. */
    readonly findings: readonly string[];
  };
  /** Wall time of each step, in milliseconds. */
  readonly timingsMs: Readonly<Record<string, number>>;
}

export function accountOf({ set, result, operations, unused, warnings, check, timingsMs }: Report): Account {
  return {
    reference: set.reference,
    width: result.width,
    height: result.height,
    operations,
    ...(unused ? { unused } : {}),
    warnings,
    ...(check && {
      check: {
        passed: check.passed,
        rung: check.rung,
        ...(check.reason === undefined ? {} : { reason: check.reason }),
        findings: check.findings.map(({ sentence }) => sentence),
      },
    }),
    timingsMs,
  };
}

/** The account that a file holds; `undefined` if it has none, as in a file by another program. */
export function readAccount(value: unknown): Account | undefined {
  if (!isRecord(value)) return undefined;
  const { reference, width, height, operations, unused, warnings, check, timingsMs } = value;
  const isSound =
    typeof reference === "string" &&
    [width, height].every(Number.isFinite) &&
    isListOf(operations, isText) &&
    (unused === undefined || isListOf(unused, isUnused)) &&
    isListOf(warnings, (each) => isRecord(each) && isText(each["code"]) && isText(each["message"])) &&
    (check === undefined || isCheck(check)) &&
    isRecord(timingsMs) &&
    Object.values(timingsMs).every(Number.isFinite);
  return isSound ? (value as unknown as Account) : undefined;
}

function isCheck(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["passed"] === "boolean" &&
    isText(value["rung"]) &&
    (value["reason"] === undefined || isText(value["reason"])) &&
    isListOf(value["findings"], isText)
  );
}

function isUnused(value: unknown): boolean {
  return isRecord(value) && isText(value["file"]) && isText(value["reason"]);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isListOf(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
