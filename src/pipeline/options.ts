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
      "Memory limit: sets wait until they fit, and a set that can never fit is refused; 0 means 60 % of the memory of the machine or its container",
    ),
  ),
  maxPixels: integerIn(1, 1_000_000_000, 200_000_000, "Pictures with more pixels are refused"),
  maxDecodeMb: integerIn(
    1,
    1_048_576,
    4096,
    "Files that need more memory to decode, by their headers, are refused; in MB",
  ),
  maxFrames: integerIn(1, 1000, 64, "Sets of more frames are refused"),
  maxFileMb: integerIn(1, 16_384, 1024, "Larger files are refused; in MB"),
  timeoutMs: integerIn(100, 86_400_000, 120_000, "Longest time to read or write a single file"),
  cacheDir: text(
    "",
    4096,
    "Folder for cached headers and small pictures, so that grouping the same photographs again is quick; without it, nothing is cached",
    "DIR",
  ),
  debugDir: text(
    "",
    4096,
    "Folder for diagnostic pictures of every set: the scene map (a mask and an overlay), what each layer of toning adds, and the lines that lens and perspective use, with horizon, vanishing points and the straightened grid; without it, none are written",
    "DIR",
  ),
  c2paCert: text(
    "",
    4096,
    "PEM file with the certificate chain, the signer's certificate first, to sign results with content credentials (C2PA); without it, results are not signed",
    "FILE",
  ),
  c2paKey: text("", 4096, "PEM file with the private key of the signer's certificate", "FILE"),
  kernels: oneOf(kernelChoices, "auto", "Native kernels if they load, otherwise WebAssembly; or always one of them"),
};

/** Engine options of commands that do not make pictures. */
export const { debugDir: _debugDir, c2paCert: _c2paCert, c2paKey: _c2paKey, ...engineOptionsOfSearch } = engineOptions;

/** Engine options of commands that do not form sets; they have nothing to cache. */
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
    "Give the rooms of a run one look: whites are equally bright, and paint keeps its colour; pictures by a camera without a focal length in EXIF share one estimate",
    "Make every set separately, without looking at the other sets of the run",
  ),
};

/** How results of earlier runs are handled if they are given as photographs. */
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
    "Replace results of earlier runs, but never another file (an edit by a program that keeps lightwell's name in the file is not detected)",
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

/** Heading of the help under which the options of each table are. */
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

// Input types of the tables, as the compiler infers them. The interfaces above are the same with documentation.
export type EngineOptionsInput = OptionsInput<typeof engineOptions>;
export type EnhanceOptionsInput = FlatInput<Tables>;
export type ThumbnailOptionsInput = OptionsInput<typeof thumbnailOptions>;
export type GroupOptionsInput = FlatInput<typeof groupTables>;
export type MergeOptionsInput = FlatInput<typeof mergeTables>;
export type DevelopOptionsInput = FlatInput<typeof developTables>;

/**
 * Resolves a flat record with the tables of one command; stages that the command does not run keep their defaults, so
 * the pipeline always has the options of all stages. Throws before anything is decoded.
 */
export function resolveEnhanceOptions(
  tables: Partial<Tables>,
  input: Readonly<Record<string, unknown>>,
): ResolvedOptions {
  const given = resolveTables(tables as Tables, withRecipe(withStyle(input)));
  const defaults = resolveTables(enhanceTables, {});
  return { ...defaults, ...given } as ResolvedOptions;
}
