import { EngineError } from "../../errors/index.ts";
import type { DevelopOptionsInput } from "../../pipeline/options.ts";
import { developTables, engineOptionsWithoutCache } from "../../pipeline/options.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { expandPatterns } from "../find-photographs.ts";
import { printDelivered, singleOutputFlags, sourcesOf, targetOf, withDeepFormats } from "../single-output.ts";

export const developCommand: Command = {
  name: "develop",
  usage: "[FLAGS] FILE --output FILE",
  summary: "Decodes one photograph to sRGB without enhancing it; TIFF and PNG get 16 bits",
  tables: { ...developTables, engine: engineOptionsWithoutCache },
  common: [
    "output",
    "raw-white-balance",
    "raw-exposure",
    "raw-tone-curve",
    "quality",
    "bit-depth",
    "max-width",
    "overwrite",
    "report",
    "json",
  ],
  examples: [
    "lightwell develop IMG_0001.CR3 -o room.tif",
    "lightwell develop IMG_0001.CR3 -o room.jpg --raw-exposure 0.5 --max-width 2000",
  ],
  flags: { ...singleOutputFlags, json: jsonFlag },
  async run({ paths: given, options, own }, streams, signal) {
    const paths = await expandPatterns(given);
    if (paths.length !== 1) throw new EngineError("options/invalid", `expected one file, got ${paths.length}`);
    const [source] = sourcesOf(paths, streams);
    const target = targetOf(own);
    return withEngine(options, async (engine, rest) => {
      const input: DevelopOptionsInput = withDeepFormats(rest, target.output ?? "");
      const delivered = await engine.develop(source, { ...input, ...target, signal });
      printDelivered(delivered, own["json"] === true, streams);
      return 0;
    });
  },
};
