import { EngineError } from "../../../errors/index.ts";
import { isRecord } from "../../../options/index.ts";
import { looks } from "./params.ts";

/** Differences of pictures of one kind from the plain look, applied in addition to the changes by `tone`. */
export interface LookPart {
  /** Number of pictures from which it was learned. */
  readonly pictures: number;
  /** Display values to which 0, 1/16 … 1 of the plain look are mapped; ascending. */
  readonly curve: readonly number[];
  /** White's tint towards red: log(R/G) of display values. */
  readonly whiteRed: number;
  /** White's tint towards blue: log(B/G) of display values. */
  readonly whiteBlue: number;
  /** Chroma factor. */
  readonly chroma: number;
  /** Slope at black of an additional lift of views. */
  readonly windowLift: number;
}

/** A photographer's look, learned from finished pictures; plain JSON, frozen. */
export interface Look {
  /** Always `lightwell-look`. */
  readonly format: "lightwell-look";
  /** Increases if readers of looks must change. */
  readonly version: 1;
  /** Look of rooms; absent if the examples contained none. */
  readonly room?: LookPart;
  /** Look of other pictures; absent if the examples contained none. */
  readonly other?: LookPart;
}

const { curveSteps } = looks;
const ranges: Readonly<Record<Exclude<keyof LookPart, "curve">, readonly [number, number]>> = looks.ranges;

/** Parses the text of a look file. Throws `input/look` if it is damaged, has another version or is not a look. */
export function parseLook(text: string, file: string): Look {
  if (text.length > looks.maxBytes) throw damaged(file, `at most ${looks.maxBytes} characters`, `${text.length}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw damaged(file, "JSON", "something else", cause);
  }
  return checkLook(value, file);
}

/** Checks that a value is a look, and freezes it. Throws `input/look`. */
export function checkLook(value: unknown, file = "look"): Look {
  if (!isRecord(value) || value["format"] !== "lightwell-look") throw damaged(file, "a look", "something else");
  if (value["version"] !== 1) throw damaged(file, "version 1", String(value["version"]));
  const unknown = Object.keys(value).find((key) => !["format", "version", "room", "other"].includes(key));
  if (unknown !== undefined) throw damaged(file, "known names", unknown);
  const [room, other] = (["room", "other"] as const).map((kind) => checkPart(value[kind], kind, file));
  if (!room && !other) throw damaged(file, "a look of rooms or of other pictures", "neither");
  return Object.freeze({
    format: "lightwell-look",
    version: 1,
    ...(room ? { room } : {}),
    ...(other ? { other } : {}),
  });
}

function checkPart(value: unknown, kind: string, file: string): LookPart | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw damaged(file, `${kind} to be an object`, typeof value);
  const { curve } = value;
  const isCurve = Array.isArray(curve) && curve.length === curveSteps + 1 && curve.every((y) => isWithin(y, [0, 1]));
  if (!isCurve) throw damaged(file, `${kind}.curve to be ${curveSteps + 1} numbers from 0 to 1`, "something else");
  if (curve.some((y, i) => i > 0 && y < curve[i - 1])) throw damaged(file, `${kind}.curve to rise`, "a fall");
  for (const [name, range] of Object.entries(ranges))
    if (!isWithin(value[name], range))
      throw damaged(file, `${kind}.${name} from ${range[0]} to ${range[1]}`, String(value[name]));
  const numbers = Object.fromEntries(Object.keys(ranges).map((name) => [name, value[name]]));
  return Object.freeze({ ...numbers, curve: Object.freeze([...curve]) }) as unknown as LookPart;
}

function isWithin(value: unknown, [least, most]: readonly [number, number]): value is number {
  return typeof value === "number" && value >= least && value <= most;
}

function damaged(file: string, expected: string, came: string, cause?: unknown): EngineError {
  return new EngineError("input/look", `look: expected ${expected}, got ${came}`, { file }, cause);
}

/** Look applied to one picture: a part of the look, or a blend of both if the picture may be either kind. */
export type LookTarget = Omit<LookPart, "pictures">;

const plain: LookTarget = {
  curve: Array.from({ length: curveSteps + 1 }, (_, i) => i / curveSteps),
  whiteRed: 0,
  whiteBlue: 0,
  chroma: 1,
  windowLift: 1,
};

/**
 * The look for a picture whose certainty to be a room is `room` (0 to 1); what a look does not contain stays plain.
 * `amount` scales it.
 */
export function targetFor(look: Look | undefined, room: number, amount: number): LookTarget {
  const mix = (of: (part: LookTarget) => number) => {
    const asked = room * of(look?.room ?? plain) + (1 - room) * of(look?.other ?? plain);
    return of(plain) + amount * (asked - of(plain));
  };
  return {
    curve: plain.curve.map((_, i) => mix(({ curve }) => curve[i])),
    whiteRed: mix(({ whiteRed }) => whiteRed),
    whiteBlue: mix(({ whiteBlue }) => whiteBlue),
    chroma: mix(({ chroma }) => chroma),
    windowLift: mix(({ windowLift }) => windowLift),
  };
}

/** Linear interpolation of the curve between its nodes. */
export function alongCurve(curve: readonly number[], value: number): number {
  const at = Math.min(curve.length - 1 - 1e-6, Math.max(0, value * (curve.length - 1)));
  const i = Math.floor(at);
  return curve[i] + (at - i) * (curve[i + 1] - curve[i]);
}
