import { readFileSync } from "node:fs";
import type { Engine } from "../../src/index.ts";
import { exiftool, tracesIn } from "./plant.ts";

export const formats = ["jpeg", "png", "webp", "tiff", "avif"] as const;

const placeTag =
  /GPS|Latitude|Longitude|Location|City|State(?!ment)|Country|Province|Landmark|Region|Altitude|What3Words|Geo(?!metric)/i;

/** Names of location tags in files, including embedded and unknown ones; addresses of people do not count. */
export function placeTagsOf(...paths: string[]): string[] {
  const files = JSON.parse(exiftool("-json", "-G1", "-n", "-a", "-u", "-ee", "--System:all", ...paths)) as object[];
  const tags = files.flatMap((file) => Object.keys(file));
  return tags.filter((tag) => placeTag.test(tag) && !/^ICC|:(?:Creator|Licensor)/.test(tag));
}

/** Develops a photograph and reports which bytes of the result, its report and a small copy reveal the location. */
export async function leaksOf(
  engine: Engine,
  source: string,
  output: string,
  format: (typeof formats)[number],
): Promise<string[]> {
  const { report } = await engine.develop(source, { output, format, overwrite: true });
  const { bytes } = await engine.thumbnail(source);
  return [
    ...tracesIn(readFileSync(output)),
    ...tracesIn(Buffer.from(JSON.stringify(report))).map((trace) => `report: ${trace}`),
    ...tracesIn(bytes).map((trace) => `thumbnail: ${trace}`),
  ];
}
