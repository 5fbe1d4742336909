import type { GroupOutcome } from "../../pipeline/group-outcome.ts";
import { engineOptions, groupTables } from "../../pipeline/options.ts";
import { listFiles } from "../../pipeline/source.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { failureExitCode, failureJson, requirePaths, requirePhotographs } from "../failures.ts";
import { readGroupsFile } from "../groups-file.ts";
import { listImages } from "../list-images.ts";
import { errorLine, printable, type Streams } from "../print.ts";

export const groupCommand: Command = {
  name: "group",
  usage: "[FLAGS] PATH…",
  summary: "Finds which photographs belong to one exposure bracket, and says why",
  tables: { ...groupTables, engine: engineOptions },
  flags: {
    groups: { type: "string", value: "FILE.json", doc: "Take the sets from this file, as group --json prints it" },
    json: jsonFlag,
  },
  async run({ paths, options, own }, streams, signal) {
    requirePaths(paths);
    const listed = await listFiles(paths);
    const files = await listImages(listed);
    requirePhotographs(files, paths);
    const groups = typeof own["groups"] === "string" ? await readGroupsFile(own["groups"], files) : undefined;
    return withEngine(options, async (engine, rest) => {
      const outcome = await engine.group(files, {
        ...rest,
        signal,
        foundInFolders: [...listed.fromFolder],
        ...(groups ? { groups } : {}),
      });
      if (own["json"]) {
        const document = {
          groups: outcome.groups,
          failed: outcome.failed.map(failureJson),
          warnings: outcome.warnings,
        };
        streams.out(`${JSON.stringify(document, null, 2)}\n`);
      } else {
        print(outcome, streams);
      }
      return failureExitCode(outcome.failed, files.length);
    });
  },
};

function print({ groups, failed, warnings }: GroupOutcome, streams: Streams): void {
  groups.forEach(({ files, twins, kind, confidence, reasons }, i) => {
    const frames = `${files.length} ${files.length === 1 ? "frame" : "frames"}`;
    streams.out(`Set ${i + 1}: ${kind}, ${frames}, ${Math.round(confidence * 100)} % sure\n`);
    for (const file of files) streams.out(`  ${printable(file)}\n`);
    for (const file of twins) streams.out(`  (${printable(file)}: second file of a shot, not used)\n`);
    for (const reason of reasons) streams.out(`    ${printable(reason)}\n`);
  });
  for (const warning of warnings) streams.err(`warning: ${printable(warning.message)} [${warning.code}]\n`);
  for (const { file, error } of failed) streams.err(`${errorLine(error, file)}\n`);
}
