import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checksOf } from "../../native/generate/checks.ts";
import { declaredKernels, generatedSources } from "../../native/generate/generated.ts";
import { declareKernel, f32, integer, listOf, optional, size, sizeUpTo, u16 } from "../../src/kernels/declaration.ts";
import type { Kernel, KernelName } from "../../src/kernels/index.ts";
import { type KernelCase, kernelCases } from "../support/kernel-cases/index.ts";
import { kernelKinds, kernelSet } from "../support/kernel-sets.ts";

const generated = fileURLToPath(new URL("../../native/generated", import.meta.url));
const declared = new Map([...(await declaredKernels()).values()].flat().map((each) => [each.name, each.declaration]));
const names = Object.keys(kernelCases) as KernelName[];

describe("Declarations of kernels", () => {
  test("are what native/generated was written from (else: npm run kernels)", async () => {
    const wanted = await generatedSources();
    const there = readdirSync(generated, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("."));
    expect(there.sort()).toEqual([...wanted.keys()].sort());
    for (const [name, text] of wanted) expect(readFileSync(`${generated}/${name}`, "utf8"), name).toBe(text);
  });

  test("are there for every reference; jpegDc alone has none", () => {
    expect([...declared.keys()].sort()).toEqual([...names, "jpegDc"].sort());
  });

  test("become conditions in C++", () => {
    const { locals, conditions } = checksOf(
      declareKernel({
        rows: "height / factor",
        args: {
          frames: listOf(u16("width", "height")),
          maps: optional(listOf(f32("max(width - 8, 0)"), "frames")),
          rowStarts: f32("rowEnd", 2),
          width: size,
          height: size,
          factor: sizeUpTo(64),
          channel: integer(0, "factor - 1"),
        },
      }),
    );
    expect(locals).toEqual([
      "frames = args.frames.size()",
      "width = args.width",
      "height = args.height",
      "factor = args.factor",
      "channel = args.channel",
    ]);
    expect(conditions).toEqual([
      "areSizes(width, height, factor)",
      "factor <= 64",
      "channel >= 0",
      "channel <= factor - 1",
      "row_end <= height / factor",
      "eachHolds(args.frames, {width, height})",
      "(args.maps.empty() || (int64_t(args.maps.size()) == frames && eachHolds(args.maps, {std::max<int64_t>(width - 8, 0)})))",
      "holds(args.row_starts, {row_end, 2})",
    ]);
  });

  test.each([
    ["a number without bounds", declareKernel({ args: { source: f32("step"), step: integer() } })],
    ["a view", declareKernel({ args: { source: f32("source") } })],
    ["what is not there", declareKernel({ args: { source: f32("width * height"), width: size } })],
  ])("must not measure by %s", (_what, declaration) => {
    expect(() => checksOf(declaration)).toThrow(/expected an integer that has bounds/);
  });
});

describe.each(kernelKinds)("By kernels of %s", (which) => {
  test.each(names)("%s writes to its outputs alone", (name) => {
    const kernel = kernelSet(which)[name] as Kernel<object>;
    const args = declared.get(name)?.args ?? {};
    const cases: readonly KernelCase<KernelName>[] = kernelCases[name];
    for (const { makeArgs, rows } of cases) {
      const call: Readonly<Record<string, unknown>> = { ...makeArgs() };
      const inputs = Object.entries(call).filter(([argument]) => !("isOutput" in args[argument]));
      const before = structuredClone(inputs.map(([, value]) => copyOf(value)));
      kernel(call, 0, rows, new Int32Array(new SharedArrayBuffer(4)));
      for (const [i, [argument, value]] of inputs.entries()) expect(copyOf(value), argument).toEqual(before[i]);
    }
  });
});

/** Of views, their samples. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  return ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1")
    : value;
}
