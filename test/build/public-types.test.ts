import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { publicMembers } from "../support/public-members.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("every export, and every field of a public type, has documentation that editors show", () => {
  const members = publicMembers(root, join(root, "dist/index.d.ts"));
  expect(members.filter(({ documentation }) => documentation === "").map(({ name }) => name)).toEqual([]);
  // Fields of every part of the API are among them: options, reports, events, errors.
  const names = members.map(({ name }) => name);
  for (const name of ["ToneSettings.style", "MergeOptions.method", "Report.timingsMs", "Finding.limit"])
    expect(names).toContain(name);
  for (const name of ["ProgressEvent.done", "EngineError.kind", "BatchOptions.outputDir", "ToneFacts.exposureEv"])
    expect(names).toContain(name);
});

test("programs in strict TypeScript compile against the package by import and by require, its declarations checked too", () => {
  const folder = mkdtempSync(join(tmpdir(), "lightwell-consumer-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/lightwell"), "junction");
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    const programs = [join(folder, "program.ts"), join(folder, "program.cts")];
    writeFileSync(programs[0], consumer);
    writeFileSync(programs[1], commonJsConsumer);
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.Node16,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      typeRoots: [join(root, "node_modules/@types")],
      types: ["node"],
    };
    const found = ts.getPreEmitDiagnostics(ts.createProgram(programs, options));
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const consumer = `
import { createEngine, EngineError, type EnhanceOptions, type Progress, type Source } from "lightwell";
const options: EnhanceOptions = { style: "modern", bitDepth: 16, quality: undefined };
const onProgress = ({ step, done, total }: Progress) => console.log(step, done / total);
await using engine = createEngine({ workers: 2 });
const { bytes } = await engine.enhance(["a.jpg", Buffer.alloc(1)], { ...options, onProgress });
const { path } = await engine.enhance([new URL("file:///a.jpg")], { ...options, output: "b.jpg" });
await engine.merge(["a.jpg"], { output: process.stdout });
await engine.develop("a.jpg", { output: new TransformStream<Uint8Array, Uint8Array>().writable });
const sources: Source[] = [path, bytes, bytes.slice().buffer, new Blob([]), new Blob([]).stream(), { name: "c", bytes }];
for await (const event of engine.enhanceBatch(sources, { ...options, outputDir: new URL("file:///out") }))
  if (event.type === "failed") throw event.error satisfies EngineError;
`;

const commonJsConsumer = `
import lightwell = require("lightwell");
import { createEngine, EngineError, type EngineOptions, type Report } from "lightwell";
const options: EngineOptions = { workers: 1 };
export async function reportOf(file: string): Promise<Report | EngineError> {
  const engine: lightwell.Engine = createEngine(options);
  return engine.develop(file).then(({ report }) => report, (error: unknown) => {
    if (error instanceof lightwell.EngineError) return error satisfies EngineError;
    throw error;
  });
}
`;
