import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../src/index.ts";
import { hasNative } from "../support/kernel-sets.ts";
import { plain, shootFiles, shootSet, TestFolder, writeSmallBracket } from "../support/sample-shoot.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const folder = new TestFolder();

const file = (name: string) => shootFiles.filter((path) => path.endsWith(name));

/** Hashes of default results, and the libraries that decoded and encoded them; see fixtures/golden/README.md. */
interface Golden {
  readonly libraries: Readonly<Record<string, string>>;
  readonly sha256: Readonly<Record<string, string>>;
}
const goldenPath = new URL("../../fixtures/golden/results.json", import.meta.url);
const golden = JSON.parse(readFileSync(goldenPath, "utf8")) as Golden;
const isWritten = process.env.LIGHTWELL_GOLDEN === "write";
const libraries = {
  sharp: sharp.versions.sharp ?? "",
  vips: sharp.versions.vips,
  arch: process.arch,
};
const isComparable = isWritten || JSON.stringify(libraries) === JSON.stringify(golden.libraries);
const found: Record<string, string> = {};

const cases = [
  ["a hand-held bracket", shootSet("living-room"), {}],
  ["a bracket fused at 16 bits", shootSet("kitchen"), { format: "tiff", bitDepth: "16" }],
  ["a bracket of RAWs", shootFiles.filter((path) => path.endsWith(".DNG")), {}],
  ["a RAW", file("IMG_0010.DNG"), { format: "png", bitDepth: "16" }],
  ["a TIFF of 16 bits", file("IMG_0013.TIF"), { format: "png" }],
  ["a JPEG", file("IMG_0012.JPG"), { format: "webp" }],
  ["a sphere", file("R0010014.JPG"), {}],
] as const;

describe("An engine on WebAssembly", () => {
  let wasm: Engine;
  let native: Engine | undefined;

  beforeAll(() => {
    wasm = createEngine({ kernels: "wasm", workers: 2 });
    if (hasNative) native = createEngine({ kernels: "native", workers: 2 });
  });
  afterAll(async () => {
    await Promise.all([wasm.close(), native?.close()]);
    folder.remove();
  });

  test("says so, in its reports as well", async () => {
    const { report } = await wasm.enhance(await writeSmallBracket(folder.fresh("small")), plain);
    expect(wasm.kernels).toBe("wasm");
    expect(report.software.kernels).toBe("wasm");
    expect(report.warnings).toEqual([]);
  });

  test.each(cases)("gives the bytes that it gave before, as native kernels do: %s", async (name, files, options) => {
    const own = sha256((await wasm.enhance(files, options)).bytes!);
    if (native) expect(sha256((await native.enhance(files, options)).bytes!)).toBe(own);
    found[name] = own;
    if (isComparable && !isWritten)
      expect(own, "changed on purpose? see fixtures/golden/README.md").toBe(golden.sha256[name]);
  });

  test("has golden results of these libraries", ({ skip }) => {
    if (isWritten) writeFileSync(goldenPath, `${JSON.stringify({ libraries, sha256: found }, null, 2)}\n`);
    else skip(!isComparable, `golden results are of ${JSON.stringify(golden.libraries)}`);
  });

  test.skipIf(!hasNative)("groups and makes thumbnails as with native kernels", async () => {
    const [own, theirs] = [await wasm.group(shootFiles), await native!.group(shootFiles)];
    expect(own.groups).toEqual(theirs.groups);
    const small = await Promise.all([wasm, native!].map((engine) => engine.thumbnailAll(shootFiles)));
    const [ownHashes, theirHashes] = small.map((list) =>
      list.map((each) => ("error" in each ? each.error.code : sha256(each.bytes))),
    );
    expect(ownHashes).toEqual(theirHashes);
  });
});
