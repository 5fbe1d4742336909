import type { Argument, Declaration, SampleType } from "../../src/kernels/declaration.ts";

/** A declared kernel: its name in TypeScript and its declaration. */
export interface DeclaredKernel {
  readonly name: string;
  readonly declaration: Declaration;
}

const keywords = new Set(["template"]);

/** `rowSamples` is `row_samples` in C++. */
export function snake(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return keywords.has(words) ? `${words}_` : words;
}

export const capital = (name: string): string => name[0].toUpperCase() + name.slice(1);

/** The letters of a declaration that select a type, sorted; each with the argument that selects it. */
export function lettersOf({ args }: Declaration): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, arg] of Object.entries(args)) {
    if (arg.kind !== "view" || (arg.samples !== "S" && arg.samples !== "T") || found.has(arg.samples)) continue;
    found.set(arg.samples, name);
  }
  return new Map([...found].sort());
}

const sampleTypes: Readonly<Record<SampleType, string>> = {
  u8: "uint8_t",
  u16: "uint16_t",
  f32: "float",
  f64: "double",
  i8: "int8_t",
  i32: "int32_t",
  S: "S",
  T: "T",
  either: "",
};

const viewType = (samples: SampleType) => (samples === "either" ? "EitherView" : `View<${sampleTypes[samples]}>`);

export function cppType(arg: Argument): string {
  if (arg.kind === "view") return viewType(arg.samples);
  if (arg.kind === "list") return `std::vector<${viewType(arg.of.samples)}>`;
  return arg.kind === "int64" ? "int64_t" : arg.kind;
}
