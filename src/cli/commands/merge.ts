import type { MergeOptionsInput } from "../../pipeline/options.ts";
import { engineOptionsWithoutCache, mergeTables } from "../../pipeline/options.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { requirePaths } from "../failures.ts";
import { expandPatterns } from "../find-photographs.ts";
import { printDelivered, singleOutputFlags, sourcesOf, targetOf, withDeepFormats } from "../single-output.ts";

export const mergeCommand: Command = {
  name: "merge",
  usage: "[FLAGS] FILE… --output FILE",
  summary: "Aligns and fuses the frames of one bracket; TIFF and PNG get 16 bits",
  tables: { ...mergeTables, engine: engineOptionsWithoutCache },
  common: [
    "output",
    "method",
    "window-pull",
    "deghost",
    "align",
    "quality",
    "bit-depth",
    "max-width",
    "overwrite",
    "report",
    "json",
  ],
  examples: [
    "lightwell merge a.jpg b.jpg c.jpg -o room.tif",
    "lightwell merge room/*.dng -o room.jpg --window-pull strong",
    "lightwell merge a.jpg b.jpg c.jpg -o room.jpg --method mertens",
  ],
  flags: { ...singleOutputFlags, json: jsonFlag },
  async run({ paths, options, own }, streams, signal) {
    requirePaths(paths);
    const sources = sourcesOf(await expandPatterns(paths), streams);
    const target = targetOf(own);
    return withEngine(options, async (engine, rest) => {
      const input: MergeOptionsInput = withDeepFormats(rest, target.output ?? "");
      const delivered = await engine.merge(sources, { ...input, ...target, signal });
      printDelivered(delivered, own["json"] === true, streams);
      return 0;
    });
  },
};
