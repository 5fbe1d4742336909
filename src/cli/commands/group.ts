import { EngineError } from "../../errors/index.ts";
import type { GroupOutcome } from "../../pipeline/finding/index.ts";
import { engineOptionsOfSearch, groupTables, outputOptions } from "../../pipeline/options.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { failureExitCode, failureJson } from "../failures.ts";
import { findPhotographs, recursiveFlag } from "../find-photographs.ts";
import { groupSummary, groupTable } from "../group-table.ts";
import {
  formatGroupsFile,
  formatPredictions,
  groupsFlag,
  isGroupsFile,
  isPredictions,
  readGroupsFile,
} from "../groups-file.ts";
import { isContactSheet, writeContactSheet } from "../pages/contact-sheet.ts";
import { errorLine, ProgressLine, type Streams, warningLine } from "../print.ts";
import { checkTextOutputs, type TextOutput, writeText } from "../text-output.ts";

/** Width of the table in columns when stdout is not a terminal, and the bounds when it is a terminal. */
const plainWidth = 120;
const narrowest = 80;
const widest = 160;

export const groupCommand: Command = {
  name: "group",
  usage: "[FLAGS] PATH…",
  summary: "Finds which photographs belong to one exposure bracket, and says why",
  tables: { ...groupTables, output: outputOptions, engine: engineOptionsOfSearch },
  common: [
    "why",
    "html",
    "export",
    "groups",
    "csv",
    "bracket-size",
    "same-view",
    "max-gap",
    "check-frames",
    "recursive",
    "overwrite",
    "cache-dir",
    "json",
  ],
  examples: [
    "lightwell group shoot",
    "lightwell group shoot --html sets.html",
    "lightwell group shoot --export groups.json",
  ],
  flags: {
    why: { type: "boolean", doc: "Print every file and every reason of each set" },
    export: {
      type: "string",
      value: "FILE.json",
      doc: "Write the sets to a file that can be edited and read with --groups",
    },
    csv: {
      type: "string",
      value: "FILE.csv",
      doc: "Write one row per file, with filename and group_id, for other programs",
    },
    html: {
      type: "string",
      value: "FILE.html",
      doc: "Write a page to review the sets, change them and save a file for --groups",
    },
    groups: groupsFlag,
    recursive: recursiveFlag,
    json: jsonFlag,
  },
  async run({ paths, options, own }, streams, signal) {
    const { overwrite = false, ...rest } = options;
    const { files, foundInFolders, warnings } = await findPhotographs(paths, own);
    const given = typeof own["groups"] === "string" ? await readGroupsFile(own["groups"], files) : undefined;
    const outputs = { export: pathOf(own, "export"), csv: pathOf(own, "csv"), html: pathOf(own, "html") };
    const written = [
      { path: outputs.export, isSameKind: isGroupsFile },
      { path: outputs.csv, isSameKind: isPredictions },
      { path: outputs.html, isSameKind: isContactSheet },
    ];
    const named = written.filter((output): output is TextOutput => output.path !== undefined);
    await checkTextOutputs(named, files, overwrite === true, signal);
    const start = performance.now();
    return withEngine(rest, async (engine, stageOptions) => {
      const progress = new ProgressLine(streams);
      const found = await engine
        .group(files, {
          ...stageOptions,
          signal,
          foundInFolders,
          onProgress: ({ step, done, total }) =>
            progress.show(
              done,
              total,
              step === "headers" ? `reading headers ${done}/${total}` : `comparing pictures ${done}`,
            ),
          ...(given ? { groups: given.groups } : {}),
        })
        .finally(() => progress.clear());
      const outcome = { ...found, warnings: [...warnings, ...found.warnings] };
      if (outputs.export !== undefined)
        await writeText(outputs.export, formatGroupsFile(outcome.groups, given?.references), overwrite === true);
      if (outputs.csv !== undefined)
        await writeText(outputs.csv, formatPredictions(outcome.groups), overwrite === true);
      if (outputs.html !== undefined)
        await writeContactSheet(outputs.html, outcome, engine, { overwrite: overwrite === true, signal });
      if (own["json"]) printJson(outcome, streams);
      else printTable(outcome, own["why"] === true, (performance.now() - start) / 1000, streams);
      return failureExitCode(outcome.failed, files.length);
    });
  },
};

function pathOf(own: Readonly<Record<string, unknown>>, flag: string): string | undefined {
  const path = own[flag];
  if (path === "") throw new EngineError("options/invalid", `--${flag} must be a path, got ""`, { option: flag });
  return typeof path === "string" ? path : undefined;
}

function printJson(outcome: GroupOutcome, streams: Streams): void {
  const document = { ...outcome, failed: outcome.failed.map(failureJson) };
  streams.out(`${JSON.stringify(document, null, 2)}\n`);
}

function printTable(outcome: GroupOutcome, all: boolean, seconds: number, streams: Streams): void {
  const { groups, failed, warnings } = outcome;
  const width = Math.min(widest, Math.max(narrowest, streams.columns ?? plainWidth));
  if (groups.length > 0) streams.out(`${groupTable(groups, { width, all })}\n\n`);
  streams.out(`${groupSummary(outcome, seconds)}\n`);
  if (!streams.quiet) for (const warning of warnings) streams.err(`${warningLine(warning)}\n`);
  for (const { file, error } of failed) streams.err(`failed: ${errorLine(error, file)}\n`);
}
