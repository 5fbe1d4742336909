import { mkdirSync, writeFileSync } from "node:fs";
import { PixelPool } from "../../../src/image/index.ts";
import { InlineExecutor } from "../../../src/workers/help.ts";
import { installedPeers } from "../../fusion/peer-methods.ts";
import { markdownTable, tableLines } from "../../fusion/table.ts";
import { Fuser } from "../fuse.ts";
import { writeBetween } from "../write-page.ts";
import { savePictures, writeSheet } from "./contact-sheet.ts";
import { bracketsFolder, findBrackets } from "./find-brackets.ts";
import { foldOf, notStill } from "./folds.ts";
import { type BracketResult, judgeBracket } from "./judge-bracket.ts";
import { readBrackets } from "./read-frames.ts";
import { bracketTable, csvOf, foldTable, missedBracketBars } from "./table.ts";

export interface BracketsRequest {
  /** Folders of brackets; if empty, those next to the checkout. */
  readonly dirs: readonly string[];
  readonly maxEdgePx: number;
  readonly enhance: boolean;
  readonly peers: boolean;
  /** Only sets whose name contains this. */
  readonly name: string;
  readonly fold?: number;
  readonly sheet?: string;
  readonly save?: string;
  readonly csv?: string;
  /** Whether to write the tables to docs/FUSION.md. */
  readonly write: boolean;
}

/** Runs real brackets through `merge` and prints a row for each, and the folds; returns the results. */
export async function runBrackets(request: BracketsRequest): Promise<BracketResult[]> {
  const folders = findBrackets(request.dirs.length > 0 ? request.dirs : [bracketsFolder]).filter(
    ({ name }) => name.includes(request.name) && (request.fold === undefined || foldOf(name) === request.fold),
  );
  if (folders.length === 0) {
    console.log("Real brackets: skipped, there are none here; --dir names folders of brackets");
    return [];
  }
  const executor = new InlineExecutor();
  const { signal } = new AbortController();
  const context = { kernels: executor.kernels(signal), memory: new PixelPool(), signal, warn: () => {} };
  const peers = request.peers ? installedPeers() : [];
  if (!peers.some(({ name }) => name === "opencv"))
    console.log("OpenCV is not here: pictures are held against our own mertens");
  const setting = { peers, enhance: request.enhance, context, fuser: new Fuser() };
  const results: BracketResult[] = [];
  for await (const bracket of readBrackets(folders, request.maxEdgePx, context)) {
    const sizes = new Set(bracket.frames.map(({ width, height }) => `${width} × ${height}`));
    if (sizes.size > 1) {
      console.log(`${bracket.name}: skipped, its frames have different sizes (${[...sizes].join(", ")})`);
      continue;
    }
    const result = await judgeBracket(bracket, setting);
    if (request.save !== undefined) {
      mkdirSync(request.save, { recursive: true });
      await savePictures(request.save, result);
    }
    results.push(result);
    process.stderr.write(`${bracket.name}: ${result.verdict}\n`);
  }
  print(results);
  if (request.csv !== undefined) writeFileSync(request.csv, csvOf(bracketTable(results)));
  if (request.write) writeBetween("FUSION.md", "brackets", markdownTable(foldTable(results)));
  if (request.sheet !== undefined) {
    await writeSheet(request.sheet, results);
    console.log(`\n${request.sheet}: look at every row`);
  }
  return results;
}

function print(results: readonly BracketResult[]): void {
  console.log(`\nReal brackets, fused by merge as it comes\n${tableLines(bracketTable(results)).join("\n")}`);
  console.log("(…): not counted, something or the camera moves");
  console.log(`\nBy fold\n${tableLines(foldTable(results)).join("\n")}`);
  const missed = missedBracketBars(results);
  const moving = results.filter(({ name }) => notStill.has(name)).length;
  console.log(
    `\n${results.length - moving} still sets: ${missed.length === 0 ? "every bar reached" : missed.join("; ")}`,
  );
}
