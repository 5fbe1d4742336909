import type { Warning } from "../../errors/index.ts";
import type { UnusedFile } from "../finding/index.ts";
import type { Report } from "./report.ts";

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
