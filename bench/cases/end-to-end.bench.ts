import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../src/engine.ts";
import type { BenchCase } from "../case.ts";

/** The library's calls as a warm service sees them: threads and ExifTool are up. */
export const endToEndCases: readonly BenchCase[] = [
  {
    name: "engine.group 5 frames",
    async prepare({ bracket }) {
      const engine = createEngine();
      return {
        run: async () => {
          await engine.group(bracket);
        },
        dispose: () => engine.close(),
      };
    },
  },
  {
    name: "engine.develop DNG to JPEG",
    prepare: ({ raw }) => prepareCall((engine, output) => engine.develop(raw, { output, overwrite: true })),
  },
  {
    name: "engine.merge 5 frames to JPEG",
    prepare: ({ bracket }) => prepareCall((engine, output) => engine.merge(bracket, { output, overwrite: true })),
  },
  {
    name: "engine.enhance 5 frames to JPEG",
    prepare: ({ bracket }) => prepareCall((engine, output) => engine.enhance(bracket, { output, overwrite: true })),
  },
];

async function prepareCall(call: (engine: ReturnType<typeof createEngine>, output: string) => Promise<unknown>) {
  const engine = createEngine();
  const folder = mkdtempSync(join(tmpdir(), "lightwell-bench-out-"));
  return {
    run: async () => {
      await call(engine, join(folder, "out.jpg"));
    },
    dispose: async () => {
      await engine.close();
      rmSync(folder, { recursive: true });
    },
  };
}
