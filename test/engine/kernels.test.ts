import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../src/index.ts";
import { hasNative } from "../support/kernel-sets.ts";
import { shootFiles, shootSet, TestFolder, writeSmallBracket } from "../support/sample-shoot.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const folder = new TestFolder();
const file = (name: string) => [shootFiles.find((path) => path.endsWith(name))!];

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
    const { report } = await wasm.enhance(await writeSmallBracket(folder.fresh("small")));
    expect(wasm.kernels).toBe("wasm");
    expect(report.software.kernels).toBe("wasm");
    expect(report.warnings).toEqual([]);
  });

  test.skipIf(!hasNative).each([
    ["a hand-held bracket", shootSet("living-room"), {}],
    ["a bracket fused at 16 bits", shootSet("kitchen"), { format: "tiff", bitDepth: "16" }],
    ["a bracket of RAWs", shootFiles.filter((path) => path.endsWith(".DNG")), {}],
    ["a RAW", file("IMG_0010.DNG"), { format: "png", bitDepth: "16" }],
    ["a TIFF of 16 bits", file("IMG_0013.TIF"), { format: "png" }],
    ["a JPEG", file("IMG_0012.JPG"), { format: "webp" }],
    ["a sphere", file("R0010014.JPG"), {}],
  ] as const)("gives the bytes that native kernels give: %s", async (_, files, options) => {
    const [own, theirs] = [await wasm.enhance(files, options), await native!.enhance(files, options)];
    expect(sha256(own.bytes!)).toBe(sha256(theirs.bytes!));
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
