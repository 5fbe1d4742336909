import { EngineError } from "../../errors/index.ts";
import type { DevelopOptionsInput } from "../../pipeline/options.ts";
import { developTables, engineOptionsWithoutCache } from "../../pipeline/options.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { printDelivered, singleOutputFlags, withDeepFormats } from "../single-output.ts";

export const developCommand: Command = {
  name: "develop",
  usage: "[FLAGS] FILE --output FILE",
  summary: "Decodes one photograph to display sRGB without enhancing it; TIFF and PNG get 16 bits",
  tables: { ...developTables, engine: engineOptionsWithoutCache },
  flags: { ...singleOutputFlags, json: jsonFlag },
  async run({ paths, options, own }, streams, signal) {
    if (paths.length !== 1) throw new EngineError("options/invalid", `expected one file, got ${paths.length}`);
    const output = String(own["output"]);
    return withEngine(options, async (engine, rest) => {
      const input: DevelopOptionsInput = withDeepFormats(rest, output);
      const delivered = await engine.develop(paths[0], { ...input, output, report: own["report"] === true, signal });
      printDelivered(delivered, own["json"] === true, streams);
      return 0;
    });
  },
};
