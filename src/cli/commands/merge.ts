import { engineOptionsWithoutCache, mergeTables } from "../../pipeline/options.ts";
import type { Command } from "../command.ts";
import { requirePaths } from "../failures.ts";
import { expandPatterns } from "../find-photographs.ts";
import { commonOutputFlags, deliver, singleOutputFlags, sourcesOf } from "../single-output.ts";

export const mergeCommand: Command = {
  name: "merge",
  usage: "[FLAGS] FILE… --output FILE",
  summary: "Aligns and fuses the frames of one bracket; TIFF and PNG get 16 bits",
  tables: { ...mergeTables, engine: engineOptionsWithoutCache },
  common: ["output", "method", "window-pull", "deghost", "align", ...commonOutputFlags],
  examples: [
    "lightwell merge a.jpg b.jpg c.jpg -o room.tif",
    "lightwell merge room/*.dng -o room.jpg --window-pull strong",
    "lightwell merge a.jpg b.jpg c.jpg -o room.jpg --method mertens",
  ],
  flags: singleOutputFlags,
  async run(flags, streams, signal) {
    requirePaths(flags.paths);
    const sources = sourcesOf(await expandPatterns(flags.paths), streams);
    return deliver(flags, streams, (engine, options) => engine.merge(sources, { ...options, signal }));
  },
};
