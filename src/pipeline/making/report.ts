import type { Warning } from "../../errors/index.ts";
import type { EncodeResult } from "../../stages/encode/index.ts";
import type { PhotoSet, SetFlag } from "../finding/index.ts";
import type { EnhanceOptions } from "../options.ts";
import type { CheckReport } from "./check-report.ts";
import { operationsOf, type Picture, type SetFacts } from "./picture.ts";
import type { SetRun } from "./set-run.ts";

/** Everything about one picture: what it was made of, what was decided and why, and how long it took. Plain JSON. */
export interface Report {
  readonly software: { readonly name: "lightwell"; readonly version: string; readonly kernels: string };
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
  };
  /**
   * In plain words and in order, what was done to the pixels. Nothing in this list adds or removes anything of the
   * scene.
   */
  readonly operations: readonly string[];
  /** Every option that the call has, as resolved: with the same files they give the same bytes. */
  readonly options: Partial<EnhanceOptions>;
  readonly stages: SetFacts;
  /** How the picture stood up to its frames; absent where it was not checked. */
  readonly check?: CheckReport;
  readonly timingsMs: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
}

export function buildReport(
  { facts, check }: Picture,
  { format, width, height, bitDepth }: EncodeResult,
  options: Partial<EnhanceOptions>,
  { set, job, tools }: SetRun,
): Report {
  const { kind, reasons, confidence, flags } = set;
  const files = set.frames.map(({ file }) => file.name);
  return {
    software: { name: "lightwell", version: tools.version, kernels: tools.kernels.implementation },
    set: { files, reference: files[set.reference], kind, reasons, confidence, flags },
    result: { format, width, height, bitDepth },
    operations: operationsOf(facts, check),
    options,
    stages: facts,
    ...(check ? { check } : {}),
    timingsMs: { ...job.timingsMs },
    warnings: [...set.frames.flatMap(({ inspection }) => inspection.warnings), ...job.warnings],
  };
}
