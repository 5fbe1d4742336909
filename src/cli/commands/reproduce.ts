import { packageVersion } from "../../engine.ts";
import { EngineError } from "../../errors/index.ts";
import { engineOptionsWithoutCache } from "../../pipeline/options.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { someFailed } from "../failures.ts";
import { printable } from "../print.ts";
import { readReport, reproduce } from "../reproduce.ts";

export const reproduceCommand: Command = {
  name: "reproduce",
  usage: "[FLAGS] REPORT.json",
  summary: "Makes the picture of a report again and reports whether its bytes are the same",
  tables: { engine: engineOptionsWithoutCache },
  flags: {
    output: {
      type: "string",
      short: "o",
      value: "FILE",
      doc: "Also write the picture to this file; without it, nothing is written",
    },
    json: jsonFlag,
  },
  async run({ paths, options, own }, streams, signal) {
    if (paths.length !== 1) throw new EngineError("options/invalid", `expected one report, got ${paths.length}`);
    const report = await readReport(paths[0]);
    const output = own["output"];
    return withEngine(options, async (engine) => {
      const how = { signal, ...(typeof output === "string" ? { output } : {}) };
      const { delivered, isSame, differences } = await reproduce(report, engine, packageVersion, how);
      if (own["json"] === true)
        streams.out(`${JSON.stringify({ same: isSame, differences, report: delivered.report }, null, 2)}\n`);
      else if (isSame) streams.out(`the same bytes, SHA-256 ${delivered.report.result.sha256}\n`);
      else for (const line of differences) streams.out(`${printable(line)}\n`);
      return isSame ? 0 : someFailed;
    });
  },
};
