import { EngineError } from "../../errors/index.ts";
import { developTables, engineOptionsWithoutCache } from "../../pipeline/options.ts";
import type { Command } from "../command.ts";
import { expandPatterns } from "../find-photographs.ts";
import { commonOutputFlags, deliver, singleOutputFlags, sourcesOf } from "../single-output.ts";

export const developCommand: Command = {
  name: "develop",
  usage: "[FLAGS] FILE --output FILE",
  summary: "Decodes one photograph to sRGB without enhancing it; TIFF and PNG get 16 bits",
  tables: { ...developTables, engine: engineOptionsWithoutCache },
  common: ["output", "raw-white-balance", "raw-exposure", "raw-tone-curve", ...commonOutputFlags],
  examples: [
    "lightwell develop IMG_0001.CR3 -o room.tif",
    "lightwell develop IMG_0001.CR3 -o room.jpg --raw-exposure 0.5 --max-width 2000",
  ],
  flags: singleOutputFlags,
  async run(flags, streams, signal) {
    const paths = await expandPatterns(flags.paths);
    if (paths.length !== 1) throw new EngineError("options/invalid", `expected one file, got ${paths.length}`);
    const [source] = sourcesOf(paths, streams);
    return deliver(flags, streams, (engine, options) => engine.develop(source, { ...options, signal }));
  },
};
