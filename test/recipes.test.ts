import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallJpeg, TestFolder } from "./support/sample-shoot.ts";

// docs/ARCHITECTURE.md's recipes, carried out in a copy: a stage `mirror` with an option, a warning and a kernel, and a
// codec. Where a step here has to change, the recipe changes with it.

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = new TestFolder();
const copy = folder.fresh("copy");

beforeAll(() => {
  mkdirSync(copy, { recursive: true });
  for (const name of ["bin", "data", "dist", "docs", "native", "scripts", "src", "package.json", "tsconfig.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  cpSync(join(root, "tsconfig.build.json"), join(copy, "tsconfig.build.json"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => folder.remove());

function add(path: string, text: string): void {
  mkdirSync(join(copy, path, ".."), { recursive: true });
  writeFileSync(join(copy, path), text);
}

/** Puts text in the place of what is there once. */
function replace(path: string, mark: string, text: string): void {
  const parts = readFileSync(join(copy, path), "utf8").split(mark);
  if (parts.length !== 2) throw new Error(`${path}: expected once, found ${parts.length - 1} times: ${mark}`);
  writeFileSync(join(copy, path), parts.join(text));
}

/** Puts text before what is there once. */
const insert = (path: string, mark: string, text: string) => replace(path, mark, text + mark);

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

const hasAddon = existsSync(join(root, "native/build/Release/lightwell.node"));

test.skipIf(!hasAddon)(
  "a stage, an option, a warning, a kernel and a codec are added as the guide says, and run",
  async () => {
    addStage();
    addWarning();
    addKernel();
    addCodec();
    run("node_modules/.bin/tsx", "native/generate/run.ts");
    run("node_modules/.bin/tsx", "scripts/docs/generate.ts");
    run(process.execPath, "native/install.mjs");
    // Newer than the bundle, the modules go before it.
    run("node_modules/.bin/tsc", "-p", "tsconfig.build.json");

    add("shot.jpg", "");
    writeFileSync(join(copy, "shot.jpg"), await smallJpeg());
    writeFileSync(join(copy, "shot.toy"), Buffer.from([...Buffer.from("TOYF"), 40, 30, ...Buffer.alloc(3600, 90)]));
    expect(run(process.execPath, "bin/lightwell.js", "enhance", "--help", "all")).toContain("--mirror-border PIXELS");
    const args = ["enhance", "shot.jpg", "--mirror", "--mirror-border", "2", "--output-dir", "out", "--report"];
    run(process.execPath, "bin/lightwell.js", ...args);
    const report = JSON.parse(readFileSync(join(copy, "out/shot.jpg.json"), "utf8"));
    expect(report.software.kernels).toBe("native");
    expect(report.options.mirror).toEqual({ mirror: true, mirrorBorderPx: 2 });
    expect(report.stages.mirror).toEqual({ applied: true });
    expect(report.operations.at(-1)).toBe("mirrored the picture");
    expect(report.timingsMs.mirror).toBeGreaterThanOrEqual(0);
    expect(report.warnings).toContainEqual({ code: "mirror/used", message: "mirror: left and right are exchanged" });

    run(process.execPath, "bin/lightwell.js", "develop", "shot.toy", "--output", "toy.jpg");
    const described = JSON.parse(run(process.execPath, "bin/lightwell.js", "inspect", "shot.toy", "--json"));
    expect(JSON.stringify(described)).toContain('"format":"toy"');
  },
  240_000,
);

function addStage(): void {
  add(
    "src/stages/mirror/options.ts",
    `import { flag, integerIn, type OptionsInput } from "../../options/index.ts";
export const mirrorOptions = {
  mirror: flag(false, "Exchange left and right"),
  mirrorBorderPx: integerIn(0, 100, 0, "Columns at either side that stay"),
};
export type MirrorOptionsInput = OptionsInput<typeof mirrorOptions>;
`,
  );
  add(
    "src/stages/mirror/mirror.ts",
    `import type { IntegerImage } from "../../image/index.ts";
import { resolveOptions } from "../../options/index.ts";
import type { StageContext } from "../context.ts";
import { type MirrorOptionsInput, mirrorOptions } from "./options.ts";
export interface MirrorInput { readonly image: IntegerImage }
export interface MirrorResult { readonly image: IntegerImage; readonly applied: boolean }
export async function mirror(
  { image }: MirrorInput,
  given: MirrorOptionsInput,
  context: StageContext,
): Promise<MirrorResult> {
  const options = resolveOptions("mirror", mirrorOptions, given);
  const source = image.data;
  if (!options.mirror || !(source instanceof Uint8Array)) return { image, applied: false };
  const { width, height } = image;
  const target = context.memory.u8(source.length);
  await context.kernels.run("mirrorRows", { source, target, width, border: options.mirrorBorderPx }, height);
  context.memory.release(source);
  context.warn("mirror/used", "mirror: left and right are exchanged");
  return { image: { ...image, data: target }, applied: true };
}
`,
  );
  add(
    "src/stages/mirror/stage.ts",
    `import type { StageDescriptor } from "../descriptor.ts";
import type { MirrorResult } from "./mirror.ts";
import { mirrorOptions } from "./options.ts";
export const mirrorStage = {
  options: mirrorOptions,
  heading: "The result",
  facts: ({ image: _, ...facts }: MirrorResult) => facts,
  operations: ({ applied }: Pick<MirrorResult, "applied">) => (applied ? ["mirrored the picture"] : []),
} as const satisfies StageDescriptor;
`,
  );
  add(
    "src/stages/mirror/index.ts",
    'export { mirror } from "./mirror.ts";\nexport { mirrorStage } from "./stage.ts";\n',
  );
  const stages = "src/pipeline/stages.ts";
  insert(stages, "import { toneStage }", 'import { mirrorStage } from "../stages/mirror/index.ts";\n');
  insert(stages, "  check: checkStage", "  mirror: mirrorStage,\n");
  const pipeline = "src/pipeline/making/bracket.ts";
  insert(pipeline, "import { rectify }", 'import { mirror } from "../../stages/mirror/index.ts";\n');
  insert(
    pipeline,
    "  return {\n    image: toned.image",
    `  const mirrored = await job.step("mirror", () => mirror({ image: toned.image }, options.mirror, context));
`,
  );
  replace(pipeline, "image: toned.image,", "image: mirrored.image,");
  replace(pipeline, "rectified, tone: toned })", "rectified, tone: toned, mirror: mirrored })");
}

function addWarning(): void {
  insert(
    "src/errors/warnings.ts",
    '  "decode/truncated"',
    '  "mirror/used": { doc: "Left and right are exchanged." },\n',
  );
}

function addKernel(): void {
  insert(
    "src/kernels/declarations/copies.ts",
    "/** Converts 16 bits to 8",
    `export const mirrorRowsArgs = declareKernel({
  args: {
    source: u8("width", "rowEnd", 3),
    target: out(u8("width", "rowEnd", 3)),
    width: size,
    border: integer(0, 100),
  },
});
export type MirrorRowsArgs = ArgsOf<typeof mirrorRowsArgs>;

`,
  );
  const list = "src/kernels/declarations/index.ts";
  insert(list, "narrowArgs, reducePlanesArgs", "mirrorRowsArgs, ");
  insert(list, "  narrow: narrowArgs,\n", "  mirrorRows: mirrorRowsArgs,\n");
  add(
    "native/kernels/copies/mirror_rows.cc",
    `#include "../../generated/copies.h"

namespace lightwell {

// Exchanges left and right, except for the columns of the border.
Status mirrorRows(const MirrorRowsArgs& args, int row_begin, int row_end, CancelFlag cancel) {
  const int width = args.width;
  for (int y = row_begin; y < row_end; y++) {
    if (cancel.raised()) return Status::kCancelled;
    const uint8_t* source = args.source.data + size_t{3} * y * width;
    uint8_t* target = args.target.data + size_t{3} * y * width;
    for (int x = 0; x < width; x++) {
      const int from = x < args.border || x >= width - args.border ? x : width - 1 - x;
      for (int c = 0; c < 3; c++) target[3 * x + c] = source[3 * from + c];
    }
  }
  return Status::kOk;
}

}  // namespace lightwell
`,
  );
}

function addCodec(): void {
  add(
    "src/codecs/toy.ts",
    `import type { Codec, Probe } from "./codec.ts";
const headBytes = 6;
const probe = async (bytes: Uint8Array): Promise<Probe> => ({
  width: bytes[4],
  height: bytes[5],
  bitDepth: 8,
  colorSpace: "srgb",
});
export const toyCodec: Codec = {
  format: "toy",
  probesHead: true,
  matches: (head) => Buffer.from(head.subarray(0, 4)).toString("latin1") === "TOYF",
  probe,
  async decode(bytes, { memory }) {
    const { width, height } = await probe(bytes);
    const data = memory.u8(width * height * 3);
    data.set(bytes.subarray(headBytes, headBytes + data.length));
    const image = { width, height, channels: 3, space: "srgb", data } as const;
    return {
      kind: "image",
      image,
      facts: { format: "toy", sourceBitDepth: 8, sourceColorSpace: "srgb", source: "image" },
    };
  },
};
`,
  );
  insert("src/codecs/codec.ts", '"raw"] as const', '"toy", ');
  insert("src/codecs/decode-limits.ts", "  raw: 12,", "  toy: 1,\n");
  insert("src/codecs/registry.ts", "import { webpCodec,", 'import { toyCodec } from "./toy.ts";\n');
  insert("src/codecs/registry.ts", "  tiffCodec,\n", "  toyCodec,\n");
}
