import type { F32, U8, U16 } from "../image/index.ts";

// A kernel's arguments, declared once: the TypeScript type derives from the declaration, and native/generate writes
// the C++ struct, its binding and the checks of sizes and lengths from it. A declaration is named `<kernel>Args`.

type F64 = Float64Array<SharedArrayBuffer>;
type I8 = Int8Array<SharedArrayBuffer>;
type I32 = Int32Array<SharedArrayBuffer>;

/**
 * A number, or an expression of integers (+ - * / max; division truncates as in C) over the integers of the call, the
 * lengths of its lists and `rowEnd`.
 */
export type Size = number | string;

/**
 * A fixed type; the type that a letter means in this call (8 or 16 bits); or, for views of a list, 8 or 16 bits each.
 */
export type SampleType = "u8" | "u16" | "f32" | "f64" | "i8" | "i32" | "S" | "T" | "either";

interface Argued<Value> {
  /** Type of the value that a call passes. Exists only at compile time. */
  readonly value?: Value;
  readonly isOptional?: boolean;
  /** Whether the kernel writes to it. */
  readonly isOutput?: boolean;
}

export interface ViewArgument<Value = unknown> extends Argued<Value> {
  readonly kind: "view";
  readonly samples: SampleType;
  /** The view has at least as many samples as the product of these. If empty, only the kernel checks the length. */
  readonly length: readonly Size[];
}

export interface ListArgument<Value = unknown> extends Argued<Value> {
  readonly kind: "list";
  readonly of: ViewArgument;
  readonly count?: Size;
}

export interface NumberArgument<Value = unknown> extends Argued<Value> {
  readonly kind: "int" | "int64" | "double" | "float" | "bool";
  readonly isSize?: boolean;
  readonly least?: Size;
  readonly most?: Size;
  readonly among?: readonly number[];
}

export type Argument = ViewArgument | ListArgument | NumberArgument;

export interface Declaration<Args extends Readonly<Record<string, Argument>> = Readonly<Record<string, Argument>>> {
  /** Number of rows of a full call, usually those of the output; omitted if the lengths of views determine it. */
  readonly rows?: Size;
  /** Constants that both sides use. */
  readonly constants?: Readonly<Record<string, number>>;
  /** Records stored in views, by name. TypeScript and C++ read their numbers at the same positions. */
  readonly records?: Readonly<Record<string, RecordFields>>;
  readonly args: Args;
}

/** Numbers stored next to each other in a view, by name. */
export interface RecordFields<Name extends string = string> {
  /** Names of the numbers, in order. */
  readonly names: readonly Name[];
  /** Position of each number in its record. */
  readonly at: Readonly<Record<Name, number>>;
  /** Number of numbers in a record. */
  readonly length: number;
  /** A record's numbers, in order. */
  of(values: Readonly<Record<Name, number>>): number[];
  /** The record at position `index` × length of a view. */
  read(view: ArrayLike<number>, index: number): Record<Name, number>;
}

/** Declares a record by the names of its numbers, in order. In C++ it is a struct with the same names. */
export function declareRecord<const Name extends string>(...names: readonly Name[]): RecordFields<Name> {
  const { length } = names;
  const each = (value: (place: number) => number) =>
    Object.fromEntries(names.map((name, i) => [name, value(i)])) as Record<Name, number>;
  return {
    names,
    at: each((place) => place),
    length,
    of: (values) => names.map((name) => values[name]),
    read: (view, index) => each((place) => view[index * length + place]),
  };
}

type ValueOf<A> = A extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never;
type OptionalOf<Args> = { [Name in keyof Args]: Args[Name] extends Optional ? Name : never }[keyof Args];
interface Optional {
  readonly isOptional: true;
}

/** The arguments of a call of the declared kernel. */
export type ArgsOf<D extends Declaration> = {
  readonly [Name in keyof D["args"] as Exclude<Name, OptionalOf<D["args"]>>]: ValueOf<D["args"][Name]>;
} & { readonly [Name in OptionalOf<D["args"]>]?: ValueOf<D["args"][Name]> | undefined };

/**
 * One kernel. `cancel[0]` is polled between rows; if it is not 0, the kernel throws `cancelled`. The reference does not
 * check its arguments: the calling stage has checked sizes. A native kernel rejects arguments that do not match their
 * views with `internal` or a TypeError.
 */
export type Kernel<Args> = (args: Args, rowBegin: number, rowEnd: number, cancel: Int32Array) => void;

/** Declares a kernel. */
export function declareKernel<const Args extends Readonly<Record<string, Argument>>>(
  declaration: Declaration<Args>,
): Declaration<Args> {
  return declaration;
}

const view =
  <Value>(samples: SampleType) =>
  (...length: readonly Size[]): ViewArgument<Value> => ({ kind: "view", samples, length });

export const u8 = view<U8>("u8");
export const u16 = view<U16>("u16");
export const f32 = view<F32>("f32");
export const f64 = view<F64>("f64");
export const i8 = view<I8>("i8");
export const i32 = view<I32>("i32");
/** 8 or 16 bits. All views of a call with the same letter have the same type. */
export const samples = (letter: "S" | "T", ...length: readonly Size[]): ViewArgument<U8 | U16> =>
  view<U8 | U16>(letter)(...length);
/** 8 or 16 bits, for views of a list, which can differ. */
export const either = view<U8 | U16>("either");

/** A list of views that each match `of`; `count` of them, at most 4096. */
export const listOf = <Value>(of: ViewArgument<Value>, count?: Size): ListArgument<readonly Value[]> => ({
  kind: "list",
  of,
  ...(count === undefined ? {} : { count }),
});

/** An argument that the kernel writes to. */
export const out = <A extends ViewArgument | ListArgument>(argument: A): A & { readonly isOutput: true } => ({
  ...argument,
  isOutput: true,
});

/** An optional argument. If omitted, a view or list is empty and a number is 0. */
export const optional = <A extends Argument>(argument: A): A & { readonly isOptional: true } => ({
  ...argument,
  isOptional: true,
});

const int: NumberArgument<number> = { kind: "int" };
/** A side, count or factor: 1 to 2^26, so that sums of two and small multiples stay within an int. */
export const size: NumberArgument<number> = { ...int, isSize: true };
/** A size with a minimum. */
export const sizeFrom = (least: Size): NumberArgument<number> => ({ ...size, least });
/** A size with a maximum. */
export const sizeUpTo = (most: Size): NumberArgument<number> => ({ ...size, most });
/** An integer within bounds, both included; without bounds, any of 32 bits. Fractions are truncated. */
export const integer = (least?: Size, most?: Size): NumberArgument<number> => ({
  ...int,
  ...(least === undefined ? {} : { least }),
  ...(most === undefined ? {} : { most }),
});
export const oneOf = <const N extends number>(...among: readonly N[]): NumberArgument<N> => ({
  kind: among.every(Number.isInteger) ? "int" : "float",
  among,
});
export const flag: NumberArgument<0 | 1> = { kind: "bool" };
/** An integer that a double represents exactly. */
export const wide: NumberArgument<number> = { kind: "int64" };
export const number: NumberArgument<number> = { kind: "double" };
/** A number that is rounded to single precision. */
export const single: NumberArgument<number> = { kind: "float" };
