import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { createEngine } from "../../src/engine.ts";
import { makeShoot } from "../shoot/make.ts";
import type { BenchCase } from "./case.ts";

/** The library's calls in a warm service: threads and ExifTool are running. */
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
    name: "engine.inspectAll 40 JPEGs",
    prepare: ({ bracket }) => prepareCopies(bracket[2], (engine, files) => engine.inspectAll(files)),
  },
  {
    name: "engine.inspectAll 40 DNGs",
    prepare: ({ raw }) => prepareCopies(raw, (engine, files) => engine.inspectAll(files)),
  },
  {
    name: "engine.thumbnailAll 40 JPEGs",
    prepare: ({ bracket }) => prepareCopies(bracket[2], (engine, files) => engine.thumbnailAll(files)),
  },
  {
    name: "engine.group 500 files",
    async prepare({ megapixels }) {
      const folder = await makeShoot({ files: megapixels < 1 ? 20 : 500, megapixels }, "burst");
      const files = readdirSync(folder).map((name) => join(folder, name));
      const engine = createEngine();
      return {
        run: async () => {
          await engine.group(files);
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

/** The call on forty names of one file, after a call that starts threads and ExifTool. */
async function prepareCopies(
  path: string,
  call: (engine: ReturnType<typeof createEngine>, files: readonly string[]) => Promise<unknown>,
) {
  const engine = createEngine();
  const folder = mkdtempSync(join(tmpdir(), "lightwell-bench-in-"));
  const files = Array.from({ length: 40 }, (_, i) => join(folder, `${i}${extname(path)}`));
  for (const file of files) symlinkSync(path, file);
  await call(engine, files.slice(0, 4));
  return {
    run: async () => {
      await call(engine, files);
    },
    dispose: async () => {
      await engine.close();
      rmSync(folder, { recursive: true });
    },
  };
}

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
