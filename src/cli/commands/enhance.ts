import { EngineError } from "../../errors/index.ts";
import { engineOptions, enhanceTables } from "../../pipeline/options.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { failureExitCode } from "../failures.ts";
import { findPhotographs, matchFlag, readLook, recursiveFlag } from "../find-photographs.ts";
import type { ParsedFlags } from "../flags.ts";
import { groupsFlag, isOnlyThese, readGroupsFile } from "../groups-file.ts";
import { isShootPage } from "../pages/shoot-page.ts";
import { writeShootPage } from "../pages/write-shoot-page.ts";
import type { Streams } from "../print.ts";
import { JsonPrinter, NdjsonPrinter, type RunPrinter, TextPrinter } from "../run-printers.ts";
import { Tally } from "../run-tally.ts";
import { checkTextOutputs } from "../text-output.ts";

export const enhanceCommand: Command = {
  name: "enhance",
  usage: "[FLAGS] PATH… --output-dir DIR",
  summary: "Turns a shoot into finished pictures: groups, merges, corrects and tones",
  tables: { ...enhanceTables, engine: engineOptions },
  common: [
    "output-dir",
    "style",
    "match",
    "format",
    "quality",
    "max-width",
    "perspective",
    "bracket-size",
    "recursive",
    "resume",
    "overwrite",
    "dry-run",
    "html",
    "report",
  ],
  examples: [
    "lightwell enhance shoot -o finished",
    "lightwell enhance shoot -o finished --resume",
    "lightwell enhance shoot -o finished --style warm --format webp --max-width 3000",
  ],
  flags: {
    "output-dir": {
      type: "string",
      short: "o",
      value: "DIR",
      doc: "Folder for the pictures; each is named after the first frame of its set",
      required: true,
    },
    groups: groupsFlag,
    recursive: recursiveFlag,
    match: matchFlag,
    report: { type: "boolean", doc: "Also write a JSON file next to each picture that explains every decision" },
    html: {
      type: "string",
      value: "FILE.html",
      doc: "Also write a page about the run: every set before and after, its operations and findings, and with --debug-dir its scene map; pictures can be marked there to be made again",
    },
    resume: {
      type: "boolean",
      doc: "Skip sets whose picture was already made from the same photographs with the same options",
    },
    "dry-run": {
      type: "boolean",
      doc: "Only show which pictures would be made from which sets, and what would happen to existing pictures",
    },
    json: jsonFlag,
    ndjson: { type: "boolean", doc: "Print one JSON event per line on stdout as pictures are done, and nothing else" },
  },
  async run({ paths, options, own }, streams, signal) {
    const outputDir = String(own["output-dir"]);
    const found = await findPhotographs(paths, own, outputDir);
    const { folders, warnings } = found;
    const list = own["groups"];
    const given = typeof list === "string" ? await readGroupsFile(list, found.files) : undefined;
    const groups = given?.groups;
    const only = groups && typeof list === "string" && (await isOnlyThese(list)) ? new Set(groups.flat()) : undefined;
    const isMeant = (file: string) => only?.has(file) ?? true;
    const files = found.files.filter(isMeant);
    const page = typeof own["html"] === "string" && own["dry-run"] !== true ? own["html"] : undefined;
    const overwrite = options["overwrite"] === true || own["resume"] === true;
    if (page !== undefined) await checkTextOutputs([{ path: page, isSameKind: isShootPage }], files, overwrite, signal);
    return withEngine(options, async (engine, rest) => {
      const tally = new Tally(warnings);
      const printer = printerFor(own, outputDir, streams);
      const look = typeof own["match"] === "string" ? await readLook(own["match"], engine, signal) : undefined;
      const batch = engine.enhanceBatch(files, {
        ...rest,
        signal,
        outputDir,
        resume: own["resume"] === true,
        dryRun: own["dry-run"] === true,
        report: own["report"] === true,
        foundInFolders: found.foundInFolders.filter(isMeant),
        folders,
        ...(look ? { look } : {}),
        ...given,
      });
      try {
        for await (const event of batch) {
          tally.count(event);
          printer.show(event, tally);
        }
      } catch (thrown) {
        printer.clear?.();
        throw cancelledRun(thrown, tally);
      }
      printer.end(tally, engine.kernels);
      if (page !== undefined) {
        const { sets, finished, failedSets, failedFiles, unused, seconds } = tally;
        const debugDir = options["debugDir"];
        const debug = typeof debugDir === "string" && debugDir !== "" ? { debugDir } : {};
        const run = { sets, finished, failedSets, failedFiles, unused, seconds, ...debug };
        await writeShootPage(page, run, engine, { overwrite, signal });
      }
      return failureExitCode([...tally.failedFiles, ...tally.failedSets], tally.total);
    });
  },
};

function printerFor(own: ParsedFlags["own"], outputDir: string, streams: Streams): RunPrinter {
  if (own["json"] && own["ndjson"])
    throw new EngineError("options/conflict", "--json and --ndjson cannot be combined", { option: "ndjson" });
  if (own["json"]) return new JsonPrinter(streams);
  if (own["ndjson"]) return new NdjsonPrinter(streams);
  const [dryRun, resume, again] = ["dry-run", "resume", "watch"].map((flag) => own[flag] === true);
  return new TextPrinter(streams, { outputDir, dryRun, resume, again });
}

/** The error of a cancelled run: how many pictures are done, and how to continue. */
function cancelledRun(thrown: unknown, { finished, sets }: Tally): unknown {
  if (!(thrown instanceof EngineError) || thrown.kind !== "cancelled" || sets.length === 0) return thrown;
  const message = `cancelled; ${finished.length} of ${sets.length} done; continue with --resume`;
  return new EngineError("cancelled", message, {}, thrown);
}
