import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findRow, readBlock, readCsv, readRecord, type SavedRow, type SavedRun } from "./saved-rows.ts";

/** A measured figure: docs/figures.json lists all of them, pages quote them by name. */
export interface Figure {
  /** Text for pages, with its unit. */
  readonly text: string;
  readonly value: string;
  /** Empty for ratios, counts, levels and ΔE00. */
  readonly unit: string;
  readonly what: string;
  /** Inputs on which it was measured. */
  readonly on: string;
  /** The command that saved the run. */
  readonly command: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly machine: string;
  /** The file of the saved run. */
  readonly source: string;
}

interface Definition {
  readonly what: string;
  readonly on: string;
  readonly run: SavedRun;
  read(run: SavedRun): string;
}

/** Text of one cell, and its suffix. */
const cell = (where: SavedRow, head: string, unit = "") => ({
  read: (run: SavedRun) => `${findRow(run, where)[head]}${unit}`,
});

/**
 * Minimum and maximum of a column's numbers over the rows that have it; `part` selects a number of cells such as "3.1 /
 * 8.7".
 */
const range = (head: string, part = 0, unit = "") => ({
  read: (run: SavedRun) => {
    const cells = run.rows.filter((row) => row[head] !== undefined && /^\d/.test(row[head]));
    const sorted = cells.map((row) => row[head].split(" / ")[part]).sort((a, b) => Number(a) - Number(b));
    return `${sorted[0]} to ${sorted[sorted.length - 1]}${unit}`;
  },
});

const rounded = (where: SavedRow, head: string, digits: number, unit = "") => ({
  read: (run: SavedRun) => {
    const value = Number(findRow(run, where)[head]);
    const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return `${value.toLocaleString("en", shown)}${unit}`;
  },
});

/** The saved speed runs that pages quote. Replaced by runs on a quiet machine. */
export const stageRun = readCsv("amd-epyc-x2", "npm run bench -- speed");
export const peerRun = readCsv("amd-epyc-x2-peers", "npm run bench -- speed --peers");
export const rawRun = readCsv("amd-epyc-x2-raw-peers", "npm run bench -- speed --peers");
export const scalingRun = readCsv("amd-epyc-x2-scaling", "npm run bench -- scaling");
const faultRun = readBlock("CHECK.md", "faults");
const groupRun = readBlock("GROUPING.md", "results");
const roomRun = readBlock("FUSION.md", "tables");
const lookRun = readRecord("look");
const harmRun = readRecord("harm");
const lensRun = readRecord("lenses");

const peers = { run: peerRun, on: "five JPEG frames of 24 megapixels" };
const faults = { run: faultRun, on: "faults planted in rendered and real brackets that set no limit" };
const sequences = { run: roomRun, on: "40 real brackets" };
const seeded = { run: roomRun, on: "200 seeded rooms" };
const harmed = { run: harmRun, on: "three rendered rooms at −1.5, 0 and +1 EV" };
const oneRaw = { run: stageRun, on: "an uncompressed DNG of 24 megapixels" };
const fortyJpegs = { run: stageRun, on: "40 JPEGs of 24 megapixels" };
const fortyDngs = { run: stageRun, on: "40 DNGs of 24 megapixels" };
const warmMs = (name: string) => rounded({ case: name }, "median_ms", 0, " ms");
const ours = (name: string) => ({ command: name });
const clippedWindow = "clipped window that a frame holds";

const definitions: Readonly<Record<string, Definition>> = {
  "enhance-time": {
    what: "time of `lightwell enhance`, enfuse's being 1",
    ...peers,
    ...rounded(ours("lightwell enhance"), "ratio_to_enfuse", 2),
  },
  "merge-time": {
    what: "time of `lightwell merge`, enfuse's being 1",
    ...peers,
    ...rounded(ours("lightwell merge"), "ratio_to_enfuse", 2),
  },
  "mertens-time": {
    what: "time of `lightwell merge --method mertens`, enfuse's being 1",
    ...peers,
    ...rounded(ours("lightwell merge; mertens"), "ratio_to_enfuse", 2),
  },
  "enhance-memory": {
    what: "peak memory of `lightwell enhance`",
    ...peers,
    ...rounded(ours("lightwell enhance"), "peak_mb", 0, " MB"),
  },
  "merge-memory": {
    what: "peak memory of `lightwell merge`",
    ...peers,
    ...rounded(ours("lightwell merge"), "peak_mb", 0, " MB"),
  },
  "mertens-memory": {
    what: "peak memory of `lightwell merge --method mertens`",
    ...peers,
    ...rounded(ours("lightwell merge; mertens"), "peak_mb", 0, " MB"),
  },
  "enfuse-memory": { what: "peak memory of enfuse", ...peers, ...rounded(ours("enfuse"), "peak_mb", 0, " MB") },
  "enhance-ms": {
    what: "time of `engine.enhance` in a warm process",
    run: stageRun,
    on: "five JPEG frames of 24 megapixels",
    ...warmMs("engine.enhance 5 frames to JPEG"),
  },
  "develop-ms": {
    what: "time of `engine.develop` in a warm process",
    ...oneRaw,
    ...warmMs("engine.develop DNG to JPEG"),
  },
  "develop-memory": {
    what: "peak memory of `lightwell develop`",
    ...oneRaw,
    run: rawRun,
    ...rounded(ours("lightwell develop"), "peak_mb", 0, " MB"),
  },
  "inspect-jpegs": { what: "time of `engine.inspectAll`", ...fortyJpegs, ...warmMs("engine.inspectAll 40 JPEGs") },
  "inspect-dngs": { what: "time of `engine.inspectAll`", ...fortyDngs, ...warmMs("engine.inspectAll 40 DNGs") },
  "thumbnail-jpegs": {
    what: "time of `engine.thumbnailAll`",
    ...fortyJpegs,
    ...warmMs("engine.thumbnailAll 40 JPEGs"),
  },
  "check-found": { what: "visible planted faults that the check finds", ...faults, ...cell({ fault: "all" }, "found") },
  "check-found-clipped": {
    what: "windows clipped by toning that the check finds",
    ...faults,
    ...cell({ fault: clippedWindow, "planted in": "toned" }, "found"),
  },
  "check-false-alarms": {
    what: "sound fused pictures that the check reports",
    ...faults,
    ...cell({ fault: "nothing", "planted in": "merged" }, "found"),
  },
  "sets-exact": {
    what: "sets that are found exactly",
    run: groupRun,
    on: "20 simulated shoots",
    ...cell({ method: "lightwell" }, "exact (≥ 99.5 %)"),
  },
  "fusion-walls": {
    what: "seeded rooms whose wall is as bright as a correct exposure shows it",
    ...seeded,
    ...cell({ bar: "wall 113–123", method: "natural" }, "rooms passed"),
  },
  "fusion-halos": {
    what: "seeded rooms without a halo of more than 2 levels",
    ...seeded,
    ...cell({ bar: "halo ±2", method: "natural" }, "rooms passed"),
  },
  "rings-natural": {
    what: "clear edges with a ring of more than 3 L*, mean of the brackets",
    ...sequences,
    ...cell({ sequence: "mean" }, "rings natural ≤ enfuse + 10 %"),
  },
  "rings-enfuse": { what: "the same by enfuse", ...sequences, ...cell({ sequence: "mean" }, "rings enfuse") },
  "shadows-natural": {
    what: "area of dark texture that keeps 40 % of its contrast, mean of the brackets",
    ...sequences,
    ...cell({ sequence: "mean" }, "shadows kept"),
  },
  "look-plain": {
    what: "ΔE00 between professionals' pictures and ours by default",
    run: lookRun,
    on: "19 finished pictures",
    ...cell({ picture: "mean of all 19" }, "plain"),
  },
  "look-matched": {
    what: "ΔE00 between professionals' pictures and ours by a look learned from the others",
    run: lookRun,
    on: "19 finished pictures",
    ...cell({ picture: "mean of all 19" }, "matched"),
  },
  "harm-noise": {
    what: "noise of even areas after toning, over what brightening gives",
    ...harmed,
    ...range("noise ×"),
  },
  "harm-hue-mean": {
    what: "mean distance of a hue from its paint's",
    ...harmed,
    ...range("hue off its paint's, mean / worst °", 0, "°"),
  },
  "harm-hue-worst": {
    what: "largest distance of a hue from its paint's",
    ...harmed,
    ...range("hue off its paint's, mean / worst °", 1, "°"),
  },
  "harm-halo": { what: "levels of halos within 15 px of an edge", ...harmed, ...range("halo, levels") },
  "harm-twice": { what: "ΔE00 by which toning twice changes a picture", ...harmed, ...range("twice ΔE00") },
  "harm-twice-photographs": {
    what: "mean ΔE00 by which toning twice changes a photograph",
    run: harmRun,
    on: "photographs as the camera gave them",
    ...cell({ photograph: "mean" }, "twice ΔE00"),
  },
  "harm-finished": {
    what: "mean ΔE00 by which toning changes a finished picture",
    run: harmRun,
    on: "professionals' finished pictures",
    ...cell({ "finished picture": "mean" }, "changed by ΔE00"),
  },
  "lenses-found": {
    what: "lenses found by a name that is spelt otherwise",
    run: lensRun,
    on: "5,000 spellings of names of the lens database",
    ...cell({ written: "all" }, "found"),
  },
};

/** All figures by name. */
export function readFigures(): Readonly<Record<string, Figure>> {
  const entries = Object.entries(definitions).map(([name, { what, on, run, read }]): [string, Figure] => {
    const { command, date, machine, source } = run;
    const text = read(run);
    const [, value, unit = ""] = /^(.*?) ?(%|ms|MB|°)?$/.exec(text) ?? [text, text];
    return [name, { text, value, unit, what, on, command, date, machine, source }];
  });
  return Object.fromEntries(entries);
}

/**
 * Writes each figure between its markers, and the tables of each recorded run between theirs. Throws on an unknown
 * name.
 */
export function fillFigures(text: string, figures: Readonly<Record<string, Figure>>): string {
  return text
    .replace(/<!-- figure:([a-z0-9-]+) -->[^<]*<!-- \/figure -->/g, (_, name: string) => {
      if (!Object.hasOwn(figures, name)) throw new RangeError(`scripts/docs/figures.ts: expected a figure ${name}`);
      return `<!-- figure:${name} -->${figures[name].text}<!-- /figure -->`;
    })
    .replace(/<!-- recorded: (\S+) -->[\s\S]*?<!-- end of recorded -->/g, (_, name: string) => {
      const { command, date, machine } = readRecord(name);
      const saved = readFileSync(new URL(`../../bench/results/${name}.txt`, import.meta.url), "utf8");
      const tables = (saved.match(/(?:^\|.*\n?)+/gm) ?? []).map((table) => table.trim());
      const from = `\`${command}\`, ${date}, ${machine}:`;
      return [`<!-- recorded: ${name} -->`, from, ...tables, "<!-- end of recorded -->"].join("\n\n");
    });
}

/** docs/figures.json. */
export function figuresFile(): string {
  return `${JSON.stringify(readFigures(), null, 2)}\n`;
}

/** Writes docs/figures.json and fills the listed pages, by paths in the checkout. */
export function writeFigures(pages: readonly string[]): void {
  writeFileSync(new URL("../../docs/figures.json", import.meta.url), figuresFile());
  const figures = readFigures();
  for (const page of pages) {
    const path = fileURLToPath(new URL(`../../${page}`, import.meta.url));
    const before = readFileSync(path, "utf8");
    const after = fillFigures(before, figures);
    if (after !== before) writeFileSync(path, after);
  }
}
