import { EngineError } from "../../../errors/index.ts";

/** How pictures of one kind differ from the plain look, each on top of what `tone` does by itself. */
export interface LookPart {
  /** How many pictures it was learned from. */
  readonly pictures: number;
  /** Display value of what the plain look makes 0, 1/16 … 1; rising. */
  readonly curve: readonly number[];
  /** White's tint towards red: log(R/G) of display values. */
  readonly whiteRed: number;
  /** White's tint towards blue: log(B/G) of display values. */
  readonly whiteBlue: number;
  /** Factor of colour. */
  readonly chroma: number;
  /** Slope at black of the lift that views get on top. */
  readonly windowLift: number;
}

/** A photographer's look, learned from finished pictures; plain JSON, frozen. */
export interface Look {
  /** Always `lightwell-look`. */
  readonly format: "lightwell-look";
  /** Counts up when a reader of looks must change. */
  readonly version: 1;
  /** What rooms get; absent where the examples held none. */
  readonly room?: LookPart;
  /** What other pictures get; absent where the examples held none. */
  readonly other?: LookPart;
}

/** Steps of a look's curve. */
export const curveSteps = 16;

/** A look's file has at most this many bytes. */
const mostBytes = 200_000;

/** From which value to which each number of a part goes. */
const ranges: Readonly<Record<Exclude<keyof LookPart, "curve">, readonly [number, number]>> = {
  pictures: [1, 1_000_000],
  whiteRed: [-0.3, 0.3],
  whiteBlue: [-0.3, 0.3],
  chroma: [0, 3],
  windowLift: [0.05, 20],
};

/** A look from the text of its file. Throws `input/look` for what is damaged, of another version or no look at all. */
export function parseLook(text: string, file: string): Look {
  if (text.length > mostBytes) throw damaged(file, `at most ${mostBytes} characters`, `${text.length}`);
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function damaged(file: string, expected: string, came: string, cause?: unknown): EngineError {
  return new EngineError("input/look", `look: expected ${expected}, got ${came}`, { file }, cause);
}
