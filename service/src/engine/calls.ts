import type { EngineOptions, EnhanceOptions, GroupOptions, HouseReading } from "lightwell";
import type { PhotoFacts } from "./photo-facts.ts";
import type { RenditionRequest, Size } from "./rendition.ts";

/** What the service asks of an engine process. Paths are local; names are the client's and serve as evidence only. */
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
      /** false: decoded, merged and written, nothing else. */
      readonly enhance: boolean;
      readonly options: EnhanceOptions;
      /** What the other rooms of the order tell of this picture. */
      readonly house?: HouseReading;
      readonly output: string;
      readonly preview: string;
    }
  | {
      readonly kind: "house";
      readonly sets: readonly (readonly string[])[];
      readonly summaries: Summaries;
      readonly options: EnhanceOptions;
    }
  | { readonly kind: "inspect"; readonly files: readonly string[] }
  /** `summaries`: where the summary of each file is written. */
  | { readonly kind: "summarize"; readonly files: readonly string[]; readonly summaries: readonly string[] }
  | {
      readonly kind: "render";
      readonly input: string;
      readonly output: string;
      readonly rendition: RenditionRequest;
      /** The input is of a format that only the engine reads, and is first written there as JPEG. */
      readonly developed?: string;
    };

/** By the path of a file: the path of its summary. Files with one need not exist. */
export type Summaries = Readonly<Record<string, string>>;

/** What became of one file of a call `summarize`; nothing is written where `isSummarized` is false. */
export type SummarizeResult =
  | { readonly facts: PhotoFacts; readonly isSummarized: boolean }
  | { readonly code: string; readonly message: string };

export interface GroupResult {
  readonly groups: readonly {
    readonly files: readonly string[];
    readonly reasons: readonly string[];
    readonly confidence: number;
  }[];
  readonly failed: readonly { readonly file: string; readonly message: string }[];
}

export interface EnhanceResult {
  readonly full: Size;
  readonly preview: Size;
  readonly isThreesixty: boolean;
  /** In plain words. */
  readonly warnings: readonly string[];
  /** How the picture stood up to its frames; absent where it was not checked. */
  readonly check?: CheckResult;
  /** Of each step of the engine, in ms. */
  readonly timingsMs: Readonly<Record<string, number>>;
}

export interface CheckResult {
  readonly passed: boolean;
  /** How carefully the frames were fused in the end. */
  readonly rung: string;
  /** What is left to find, in plain words. */
  readonly findings: readonly string[];
}

export interface CallResults {
  group: GroupResult;
  enhance: EnhanceResult;
  /** Of each set. */
  house: readonly (HouseReading | undefined)[];
  /** Of the first file. */
  inspect: PhotoFacts;
  /** Of each file. */
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

/** The engine refused or failed a call; `kind` is its, `crashed` where the process ended. */
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

/** Whether a summary does not suffice, and the files themselves will do. */
export function isSummaryFault(error: unknown): boolean {
  return error instanceof EngineFailure && error.code === "input/summary";
}

const inputFaults = ["input", "options", "unsupported", "limits"];

/** Whether the files or the wishes are at fault, so that the same call would fail again whatever the operator does. */
export function isInputFault(error: unknown): boolean {
  return error instanceof EngineFailure && inputFaults.includes(error.kind);
}
