import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createEngine } from "../../src/index.ts";
import { smallJpeg, TestFolder } from "../support/sample-shoot.ts";

vi.mock("../../src/kernels/native.ts", async (original) => ({
  ...(await original<typeof import("../../src/kernels/native.ts")>()),
  loadNative: () => ({ reason: "no such file" }),
}));

test("an engine whose addon does not load runs WebAssembly, and warns the process once", async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on("warning", keep);
  const [engine, second] = [createEngine({ workers: 1 }), createEngine({ workers: 1 })];
  const folder = new TestFolder();
  const file = folder.fresh("a.jpg");
  writeFileSync(file, await smallJpeg());
  const { report } = await engine.enhance([file]);
  await Promise.all([engine.close(), second.close()]);
  folder.remove();
  process.off("warning", keep);
  expect(engine.kernels).toBe("wasm");
  expect(report.software.kernels).toBe("wasm");
  expect(warnings).toMatchObject([{ code: "LIGHTWELL_KERNELS", message: expect.stringContaining("no such file") }]);
});

test("native kernels that were asked for and are not there are refused", () => {
  expect(() => createEngine({ kernels: "native" })).toThrow(expect.objectContaining({ code: "options/invalid" }));
});
