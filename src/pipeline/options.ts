import { kernelChoices } from "../kernels/index.ts";
import {
  automatic,
  flag,
  integerIn,
  type OptionsInput,
  type OptionTable,
  oneOf,
  resolveTables,
  text,
} from "../options/index.ts";
import type { Heading } from "../stages/descriptor.ts";
import { withStyle } from "../stages/tone/index.ts";
import type { ResolvedOptions } from "./option-types/index.ts";
import { recipeOptions, withRecipe } from "./recipes.ts";
import { findingStages, setStages } from "./stages.ts";

/** Settings of an engine: limits that hold for every call, and where the work runs. */
export const engineOptions = {
  workers: automatic(integerIn(0, 64, 0, "Worker threads; 0 makes one for every processor")),
  memoryBudgetMb: automatic(
    integerIn(
      0,
      1_048_576,
      0,
      "Memory that the work may use: sets wait until they fit, and one that never fits is refused; 0 is 60 % of the machine's or its container's memory",
    ),
  ),
  maxPixels: integerIn(1, 1_000_000_000, 200_000_000, "Pictures with more pixels are refused"),
  maxDecodeMb: integerIn(
    1,
    1_048_576,
    4096,
    "Files that need more megabytes to be decoded, by their headers, are refused",
  ),
  maxFrames: integerIn(1, 1000, 64, "Sets of more frames are refused"),
  maxFileMb: integerIn(1, 16_384, 1024, "Files with more megabytes are refused"),
  timeoutMs: integerIn(100, 86_400_000, 120_000, "Longest time to read or write a single file"),
  cacheDir: text(
    "",
    4096,
    "Folder that caches headers and small pictures of the photographs, so that grouping them again is quick; no cache without it",
    "DIR",
  ),
  debugDir: text(
    "",
    4096,
    "Folder for diagnostic pictures of every set: the scene map (a mask and an overlay), what each layer of toning adds, and the lines that lens and perspective use, with horizon, vanishing points and the straightened grid; none without it",
    "DIR",
  ),
  c2paCert: text(
    "",
    4096,
    "PEM file of the certificates, the signer's first, that sign results with content credentials (C2PA); without it results are not signed",
    "FILE",
  ),
  c2paKey: text("", 4096, "PEM file of the private key of the first certificate of `c2paCert`", "FILE"),
  kernels: oneOf(kernelChoices, "auto", "Native kernels if they load, otherwise WebAssembly; or always one of them"),
};

/** Of commands that make no pictures. */
export const { debugDir: _debugDir, c2paCert: _c2paCert, c2paKey: _c2paKey, ...engineOptionsOfSearch } = engineOptions;

/** Of commands that form no sets; there is nothing that the next run would do again. */
export const { cacheDir: _cacheDir, ...engineOptionsWithoutCache } = engineOptionsOfSearch;

/** Small copies for lists and contact sheets. */
export const thumbnailOptions = {
  thumbnailEdgePx: integerIn(16, 512, 512, "Longer edge of a thumbnail; a smaller picture keeps its size"),
  thumbnailQuality: integerIn(1, 100, 80, "JPEG quality of a thumbnail"),
};

/** Options for what the sets of one run share. */
const houseOptions = {
  oneHouse: flag(
    true,
    "The rooms of one run get one look: the same brightness of white, and paint keeps its colour; a camera without a focal length in EXIF gets one for all its pictures",
    "Make every set separately, without looking at the other sets of the run",
  ),
};

/** What becomes of results of earlier runs that come as photographs. */
const againOptions = {
  again: flag(
    false,
    "Straighten and tone results of earlier runs again when they are given as photographs; by default both stay as they are",
  ),
};

/** How results are written. */
export const outputOptions = {
  overwrite: flag(
    false,
    "Replace results of earlier runs (no other file is ever replaced; an edit by a program that keeps lightwell's name is not detected)",
  ),
};

/** Tables of stages by their names. */
function tablesOf<Stages extends Readonly<Record<string, { readonly options: OptionTable }>>>(stages: Stages) {
  const tables = Object.entries(stages).map(([name, { options }]) => [name, options]);
  return Object.fromEntries(tables) as { readonly [Name in keyof Stages]: Stages[Name]["options"] };
}

const { decode, align, deghost, merge, check, encode, metadata } = tablesOf(setStages);

export const groupTables = tablesOf(findingStages);
/** Every option of `enhance`, by what owns it; names are unique over all tables. */
export const enhanceTables = {
  ...groupTables,
  ...tablesOf(setStages),
  house: houseOptions,
  recipe: recipeOptions,
  again: againOptions,
  output: outputOptions,
};
export const mergeTables = { decode, align, deghost, merge, check, encode, metadata, output: outputOptions };
export const developTables = { decode, encode, metadata, output: outputOptions };

/** Where the help has the options of each. */
export const headings: Readonly<Record<keyof typeof enhanceTables, Heading>> = {
  ...headingsOf({ ...findingStages, ...setStages }),
  house: "Brightness and colour",
  recipe: "The result",
  again: "The result",
  output: "The result",
};

function headingsOf<Name extends string>(stages: Readonly<Record<Name, { readonly heading: Heading }>>) {
  const found = Object.entries<{ readonly heading: Heading }>(stages).map(([name, { heading }]) => [name, heading]);
  return Object.fromEntries(found) as Record<Name, Heading>;
}

type Tables = typeof enhanceTables;
type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I
  : never;
type FlatInput<T extends Record<string, Parameters<typeof resolveTables>[0][string]>> = UnionToIntersection<
  { [Stage in keyof T]: OptionsInput<T[Stage]> }[keyof T]
>;

export type * from "./option-types/index.ts";

// What the tables accept, as the compiler infers it. The interfaces above are the same with documentation.
export type EngineOptionsInput = OptionsInput<typeof engineOptions>;
export type EnhanceOptionsInput = FlatInput<Tables>;
export type ThumbnailOptionsInput = OptionsInput<typeof thumbnailOptions>;
export type GroupOptionsInput = FlatInput<typeof groupTables>;
export type MergeOptionsInput = FlatInput<typeof mergeTables>;
export type DevelopOptionsInput = FlatInput<typeof developTables>;

/**
 * Resolves a flat record against the tables of one command; stages that the command does not run keep their defaults,
 * so that the pipeline always has all. Throws before anything is decoded.
 */
export function resolveEnhanceOptions(
  tables: Partial<Tables>,
  input: Readonly<Record<string, unknown>>,
): ResolvedOptions {
  const given = resolveTables(tables as Tables, withRecipe(withStyle(input)));
  const defaults = resolveTables(enhanceTables, {});
  return { ...defaults, ...given } as ResolvedOptions;
}
