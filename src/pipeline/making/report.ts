import { isNote, type Warning } from "../../errors/index.ts";
import { isRecord } from "../../options/index.ts";
import type { Look } from "../../stages/tone/index.ts";
import { type PhotoSet, photographsOf, type SetFlag, type UnusedFile } from "../finding/index.ts";
import { type HouseReading, joinReading } from "../house-reading.ts";
import type { ResolvedOptions } from "../options.ts";
import { publishedRecipe } from "../recipes.ts";
import type { EncodedFacts } from "../tasks.ts";
import { type CheckReport, operationsOf, type Picture, type SetFacts } from "./picture.ts";
import type { SetRun } from "./set-run.ts";

/** Version of the format, increased when readers must change; docs/report.schema.json describes it. */
export const reportSchema = "lightwell-report/1";

/** Report on one picture: its sources, the decisions and their reasons, and times. Plain JSON. */
export interface Report {
  /** Version of the format, increased when readers must change; docs/report.schema.json describes it. */
  readonly schema: typeof reportSchema;
  /** The call that made it. */
  readonly call: "enhance" | "merge" | "develop";
  /** The program that made it. */
  readonly software: {
    /** Always `lightwell`. */
    readonly name: "lightwell";
    /** Version of the package. */
    readonly version: string;
    /** Which kernels ran, `native` or `wasm`; both give the same bytes. */
    readonly kernels: string;
    /** Versions of Node.js and of the libraries that decode and encode. */
    readonly versions: Readonly<Record<string, string>>;
  };
  /** The published recipe that the requested name means; absent if the defaults of the version apply. */
  readonly recipe?: string;
  /** The photographs, in the order of `set.files`, each with the SHA-256 of its bytes. */
  readonly sources: readonly {
    /** The source, by its name. */
    readonly file: string;
    /** Size of the file in bytes. */
    readonly bytes: number;
    /** SHA-256 of the file, hexadecimal. */
    readonly sha256?: string;
  }[];
  /** The set of photographs. */
  readonly set: {
    /** The frames, by name, in capture order, including flash frames of the view. */
    readonly files: readonly string[];
    /** Those of `files` whose flash fired, which are not exposures of the bracket; absent if there are none. */
    readonly flash?: readonly string[];
    /** The frame that gives the picture its metadata, by name. */
    readonly reference: string;
    /** The caller chose the reference: the picture has its view, and shows what moved as that frame does. */
    readonly isReferenceChosen?: true;
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
    /** Bits per sample: 8, 10 or 16. */
    readonly bitDepth: number;
    /** SHA-256 of the file including its metadata, hexadecimal. */
    readonly sha256?: string;
  };
  /**
   * Operations on the pixels, in order and in plain words. None of them adds objects to the scene or removes any.
   */
  readonly operations: readonly string[];
  /** Photographs of the set that the picture does not use, and why; absent if it uses all. */
  readonly unused?: readonly UnusedFile[];
  /** All options of the call, resolved. The same options and files give the same bytes. */
  readonly options: Partial<ResolvedOptions>;
  /** What the other sets of the run show about this one. */
  readonly house?: HouseReading;
  /** The requested look. With `options` and `house` this is the whole request. */
  readonly look?: Look;
  /** What every stage found; a stage that did not run is absent. */
  readonly stages: SetFacts;
  /** Comparison of the picture with its frames; absent if it was not checked. */
  readonly check?: CheckReport;
  /** Wall time of each step, in milliseconds. */
  readonly timingsMs: Readonly<Record<string, number>>;
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
  /** Notes that need no action. */
  readonly notes: readonly Warning[];
}

export function buildReport(
  { facts, check, unused }: Picture,
  { format, width, height, bitDepth }: EncodedFacts,
  options: Partial<ResolvedOptions>,
  { set, job, tools }: SetRun,
  resultHash: string | undefined,
): Report {
  const { kind, reasons, confidence, flags, look, isChosen } = set;
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
    set: {
      files,
      ...(flash.length > 0 ? { flash } : {}),
      reference,
      ...(isChosen ? { isReferenceChosen: true } : {}),
      kind,
      reasons,
      confidence,
      flags,
    },
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

/** Summary of a report, which a run repeats for pictures that it skips. Plain JSON of about 1 kB. */
export interface Account {
  /** The reference frame, as named in the run that made the picture. */
  readonly reference: string;
  /** Size of the picture in pixels. */
  readonly width: number;
  /** Size of the picture in pixels. */
  readonly height: number;
  /** Operations on the pixels, in order and in plain words. */
  readonly operations: readonly string[];
  /** Photographs of the set that the picture does not use, and why. */
  readonly unused?: readonly UnusedFile[];
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
  /** Result of the check; absent if the picture was not checked. */
  readonly check?: {
    /** Whether the picture has no findings. */
    readonly passed: boolean;
    /** How the picture was fused: see `CheckReport.rung`. */
    readonly rung: string;
    /** Why a more careful rung was taken. */
    readonly reason?: string;
    /** Findings in plain words. */
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

/** The account in a file; `undefined` if it has none, for example in a file by another program. */
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
