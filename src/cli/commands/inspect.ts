import type { Inspection } from "../../pipeline/finding/index.ts";
import { engineOptionsOfSearch } from "../../pipeline/options.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";
import { failureExitCode, failureJson } from "../failures.ts";
import { findPhotographs, recursiveFlag } from "../find-photographs.ts";
import { cameraName, errorLine, exposureTime, printable, warningLine } from "../print.ts";

export const inspectCommand: Command = {
  name: "inspect",
  usage: "[FLAGS] PATH…",
  summary: "Shows what each file is: format, size, camera, lens, exposure, time, 360°, location",
  tables: { engine: engineOptionsOfSearch },
  flags: { recursive: recursiveFlag, json: jsonFlag },
  async run({ paths, options, own }, streams, signal) {
    const { files, warnings } = await findPhotographs(paths, own);
    return withEngine(options, async (engine) => {
      const results = await engine.inspectAll(files, { signal });
      const found = results.filter((result): result is Inspection => !("error" in result));
      const failed = results.filter((result) => "error" in result);
      if (own["json"]) {
        streams.out(`${JSON.stringify({ files: found, failed: failed.map(failureJson), warnings }, null, 2)}\n`);
      } else {
        for (const inspection of found) streams.out(`${describe(inspection)}\n`);
        if (!streams.quiet) for (const warning of warnings) streams.err(`${warningLine(warning)}\n`);
        for (const { file, error } of failed) streams.err(`${errorLine(error, file)}\n`);
      }
      return failureExitCode(failed, results.length);
    });
  },
};

function describe(inspection: Inspection): string {
  const { camera, exposure, is360 } = inspection;
  const lines = [
    printable(inspection.path),
    `  ${inspection.format}, ${inspection.width} × ${inspection.height}, ${inspection.bitDepth} bit, ${inspection.colorSpace}, orientation ${inspection.orientation}`,
  ];
  const body = cameraName(camera.make, camera.model);
  if (body || camera.lens)
    lines.push(
      `  ${[body, camera.lens]
        .filter(Boolean)
        .map((text) => printable(String(text)))
        .join(", ")}`,
    );
  const shot = [
    exposure.timeS === undefined ? "" : exposureTime(exposure.timeS),
    exposure.fNumber === undefined ? "" : `f/${exposure.fNumber}`,
    exposure.iso === undefined ? "" : `ISO ${exposure.iso}`,
    exposure.biasEv === undefined ? "" : `bias ${exposure.biasEv} EV`,
    exposure.ev100 === undefined ? "" : `EV100 ${exposure.ev100.toFixed(1)}`,
  ].filter(Boolean);
  if (shot.length > 0) lines.push(`  ${shot.join(", ")}`);
  if (inspection.capturedAt) lines.push(`  taken ${inspection.capturedAt}`);
  if (is360.is360) lines.push(`  360°: ${is360.evidence.join("; ")}`);
  if (inspection.hasLocation) lines.push("  carries a location");
  for (const warning of inspection.warnings) lines.push(`  ${warningLine(warning)}`);
  return lines.join("\n");
}
