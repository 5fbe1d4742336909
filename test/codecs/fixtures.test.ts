import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { getCodec } from "../../src/codecs/index.ts";
import { EngineError } from "../../src/errors/index.ts";
import { decode } from "../support/decode.ts";
import { hasPhotographs, sharedFixture, sharedFixtures } from "../support/shared-fixtures.ts";

/** Slower than this on any machine means that a file can hold a worker up. */
const PATIENCE_MS = 30_000;

describe.skipIf(!hasPhotographs("standard", "heif", "hostile"))("real and hostile files", () => {
  const files = ["standard", "heif", "hostile"]
    .flatMap(sharedFixtures)
    .filter((path) => !path.includes("/hostile/raw/") && !path.includes("/misnamed/"));

  test.each(files.map((path) => [relative(sharedFixture("."), path), path]))(
    "%s decodes or is refused by name",
    async (_, path) => {
      const bytes = readFileSync(path);
      const started = performance.now();
      const outcome = await outcomeOf(bytes);
      expect(outcome, String(outcome)).not.toBeInstanceOf(Error);
      expect(performance.now() - started).toBeLessThan(PATIENCE_MS);
    },
  );

  /** `undefined` when all is well, else what is not. */
  async function outcomeOf(bytes: Uint8Array): Promise<unknown> {
    try {
      const { image, facts } = await decode(bytes, { maxPixels: 10_000_000 });
      const probe = await getCodec(bytes).probe(bytes);
      expect(image.data.length).toBe(image.width * image.height * 3);
      expect(probe).toMatchObject({ width: image.width, height: image.height, bitDepth: facts.sourceBitDepth });
      expect(probe.colorSpace).toBe(facts.sourceColorSpace);
      expect(facts.sourceBitDepth > 8).toBe(image.data instanceof Uint16Array);
      return undefined;
    } catch (error) {
      return error instanceof EngineError && error.kind !== "internal" ? undefined : error;
    }
  }
});
