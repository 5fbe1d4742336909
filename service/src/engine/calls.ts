import type { EngineOptions, EnhanceOptions, GroupOptions, HouseReading } from "lightwell";
import type { PhotoFacts } from "./photo-facts.ts";
import type { RenditionRequest, Size } from "./rendition.ts";

/**
 * Calls from the service to an engine process. Paths are local; file names are the client's and serve only as evidence.
 */
export type EngineCall =
  | {
      readonly kind: "group";
      readonly files: readonly string[];
      readonly summaries: Summaries;
      readonly options: GroupOptions;
    }
  | {
      readonly kind: "enhance";
      readonly files: readonly string[];
      /** false: only decode, merge and write. */
      readonly enhance: boolean;
      readonly options: EnhanceOptions;
      /** What the other rooms of the order contribute to this picture. */
      readonly house?: HouseReading;
      /** Path of the frame that was chosen as the reference. */
      readonly reference?: string;
      readonly output: string;
      readonly preview: string;
    }
  | TrialCall
  | {
      readonly kind: "house";
      readonly sets: readonly (readonly string[])[];
      readonly summaries: Summaries;
      readonly options: EnhanceOptions;
    }
  | { readonly kind: "inspect"; readonly files: readonly string[] }
  /** `summaries`: output paths of the summaries, one for each file. */
  | { readonly kind: "summarize"; readonly files: readonly string[]; readonly summaries: readonly string[] }
  | {
      readonly kind: "render";
      readonly input: string;
      readonly output: string;
      readonly rendition: RenditionRequest;
      /** Path of a JPEG to convert the input to first; set if only the engine reads the input's format. */
      readonly developed?: string;
    };

/**
 * A small picture that shows what options would make, without the check and the preview. The process keeps the set of
 * an enhanced picture open for the next call.
 */
export interface TrialCall {
  readonly kind: "trial";
  /** Small copies of the frames. A path always has the same content. */
  readonly files: readonly string[];
  readonly enhance: boolean;
  readonly options: EnhanceOptions;
  /** The options that no preview changes; the set is opened with them. */
  readonly opening: EnhanceOptions;
  readonly house?: HouseReading;
  /** Path of the frame that was chosen as the reference. */
  readonly reference?: string;
  /** Path of the picture; absent to only open the set. */
  readonly output?: string;
}

/** Paths of summaries by the path of their file. Files that have one need not exist. */
export type Summaries = Readonly<Record<string, string>>;

/** The result for one file of a call `summarize`; nothing is written if `isSummarized` is false. */
export type SummarizeResult =
  | { readonly facts: PhotoFacts; readonly isSummarized: boolean }
  | { readonly code: string; readonly message: string };

interface GroupResult {
  readonly groups: readonly {
    readonly files: readonly string[];
    readonly reasons: readonly string[];
    readonly confidence: number;
  }[];
  readonly failed: readonly { readonly file: string; readonly message: string }[];
}

interface EnhanceResult {
  readonly full: Size;
  readonly preview: Size;
  readonly isThreesixty: boolean;
  /** In plain words. */
  readonly warnings: readonly string[];
  /** Whether the picture agrees with its frames; absent if it was not checked. */
  readonly check?: CheckResult;
  /** Time of each step of the engine, in ms. */
  readonly timingsMs: Readonly<Record<string, number>>;
}

export interface CheckResult {
  readonly passed: boolean;
  /** The method of fusion that was used in the end. */
  readonly rung: string;
  /** The remaining findings, in plain words. */
  readonly findings: readonly string[];
}

interface TrialResult {
  /** Whether the set was open before the call. */
  readonly wasOpen: boolean;
}

export interface CallResults {
  group: GroupResult;
  enhance: EnhanceResult;
  trial: TrialResult;
  /** For each set. */
  house: readonly (HouseReading | undefined)[];
  /** For the first file. */
  inspect: PhotoFacts;
  /** For each file. */
  summarize: readonly SummarizeResult[];
  render: Size;
}

/** Parent to child. */
export type ToProcess =
  | { readonly type: "start"; readonly engine: EngineOptions }
  | { readonly type: "call"; readonly id: number; readonly call: EngineCall };

/** Child to parent. `code` is the engine's. */
export type FromProcess =
  | { readonly type: "result"; readonly id: number; readonly result: CallResults[keyof CallResults] }
  | {
      readonly type: "error";
      readonly id: number;
      readonly code: string;
      readonly kind: string;
      readonly message: string;
    };

/** The engine refused or failed a call. `kind` is that of its error, or `crashed` if the process ended. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly code: string;
  readonly kind: string;

  constructor(code: string, kind: string, message: string) {
    super(message);
    this.code = code;
    this.kind = kind;
  }
}

/** Whether a summary was not enough and the files themselves are needed. */
export function isSummaryFault(error: unknown): boolean {
  return error instanceof EngineFailure && error.code === "input/summary";
}

const inputFaults = ["input", "options", "unsupported", "limits"];

/** Whether the files or the preferences are at fault, so the same call would always fail again. */
export function isInputFault(error: unknown): boolean {
  return error instanceof EngineFailure && inputFaults.includes(error.kind);
}
