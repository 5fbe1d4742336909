import { seededRandom } from "../random.ts";

type View = Uint8Array | Uint16Array | Float32Array | Float64Array | Int8Array | Int32Array;
interface ViewType {
  new (buffer: ArrayBuffer | SharedArrayBuffer, byteOffset?: number, length?: number): View;
  readonly BYTES_PER_ELEMENT: number;
}

/** A call that is invalid, or valid in an unusual way, and a description. */
export interface Mutant {
  readonly change: string;
  readonly args: object;
  readonly rowBegin: number;
  readonly rowEnd: number;
}

const isView = (value: unknown): value is View => ArrayBuffer.isView(value);
const typeOf = (view: View): ViewType => view.constructor as unknown as ViewType;

/** Invalid sizes: near zero, near the limits of 32 bits, and NaN or infinite. */
const numbers = [
  ...[0, -1, 1, 2, 3, 7, 0.5, 64, 4096, 65_536, 2 ** 24, 2 ** 26, 2 ** 30 - 1, 2 ** 30, 2 ** 31 - 9, 2 ** 31 - 2],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 32 + 1, 2 ** 53, 1e300, -1e300, Number.NaN, Infinity, -Infinity],
];

function numbersInsteadOf(value: number): readonly number[] {
  return [...numbers, value - 1, value + 1, 2 * value, -value];
}

function copyOf(view: View, length: number, byteOffset = 0): View {
  const Type = typeOf(view);
  const copy = new Type(new SharedArrayBuffer(byteOffset + length * view.BYTES_PER_ELEMENT), byteOffset, length);
  copy.set(view.subarray(0, length));
  return copy;
}

function detached(view: View): View {
  const Type = typeOf(view);
  const copy = new Type(new ArrayBuffer(view.byteLength));
  structuredClone(copy.buffer, { transfer: [copy.buffer as ArrayBuffer] });
  return copy;
}

/** Invalid contents of tables and pictures: NaN, infinity, and the limits of their type. */
function contentsInsteadOf(view: View): readonly View[] {
  const isFloat = view instanceof Float32Array || view instanceof Float64Array;
  const extremes = isFloat ? [Number.NaN, Infinity, -Infinity, 1e30, -1e30, 0] : [0, -1, 2 ** 31 - 1, -(2 ** 31)];
  return extremes.map((value) => copyOf(view, view.length).fill(value));
}

/** Views that are too short, unaligned, or not views. */
function viewsInsteadOf(view: View): readonly unknown[] {
  const lengths = [0, 1, view.length >> 1, view.length - 1].filter((length) => length < view.length);
  const Other: ViewType = view instanceof Float32Array ? Float64Array : Float32Array;
  return [
    ...lengths.map((length) => copyOf(view, length)),
    copyOf(view, view.length, view.BYTES_PER_ELEMENT),
    ...contentsInsteadOf(view),
    new Other(new SharedArrayBuffer(view.length * Other.BYTES_PER_ELEMENT)),
    detached(view),
    ...[undefined, null, 1, "samples", [], {}],
  ];
}

function listsInsteadOf(list: readonly unknown[]): readonly unknown[] {
  const first = list[0];
  return [
    ...[
      [],
      list.slice(1),
      [...list, first],
      [...list.slice(1), undefined],
      { length: 3 },
      new Array(2 ** 32 - 1),
      undefined,
    ],
    ...(isView(first) ? viewsInsteadOf(first).map((view) => [view, ...list.slice(1)]) : []),
  ];
}

function valuesInsteadOf(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [...numbersInsteadOf(value), undefined, "1", null];
  if (Array.isArray(value)) return listsInsteadOf(value);
  return isView(value) ? viewsInsteadOf(value) : [];
}

function describe(value: unknown): string {
  if (isView(value)) return `${value.constructor.name}(${value.length}) at byte ${value.byteOffset}`;
  return Array.isArray(value) ? `${value.length} of [${value.slice(0, 3).map(describe).join(", ")}]` : String(value);
}

/** Invalid rows with valid arguments. */
function* wrongRows(rows: number): Generator<readonly [number, number]> {
  yield* [
    [-1, rows],
    [0, rows + 1],
    [0, 2 ** 31 - 1],
    [2 ** 31 - 2, 2 ** 31 - 1],
    [rows, 0],
    [rows, rows],
    [0, -1],
  ] as const;
  yield* [
    [-(2 ** 31), 1],
    [0, 2 ** 31],
    [Number.NaN, rows],
    [0, Number.NaN],
  ] as const;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Makes each argument invalid in all ways, one at a time; then `pairs` seeded calls with two or three invalid ones.
 * Unchanged views are shared.
 */
export function* mutants(args: Arguments, rows: number, pairs: number, seed: number): Generator<Mutant> {
  for (const [rowBegin, rowEnd] of wrongRows(rows)) {
    yield { change: `rows ${rowBegin} to ${rowEnd}`, args, rowBegin, rowEnd };
  }
  const names = Object.keys(args);
  for (const name of names) {
    for (const value of valuesInsteadOf(args[name])) yield mutant(args, rows, { [name]: value });
  }
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  for (let i = 0; i < pairs; i++) {
    const chosen = Array.from({ length: i % 3 ? 2 : 3 }, () => pick(names));
    yield mutant(args, rows, Object.fromEntries(chosen.map((name) => [name, pick(valuesInsteadOf(args[name]))])));
  }
}

function mutant(args: Arguments, rows: number, changed: Arguments): Mutant {
  const change = Object.entries(changed).map(([name, value]) => `${name} ${describe(value)}`);
  return { change: change.join(", "), args: { ...args, ...changed }, rowBegin: 0, rowEnd: rows };
}
