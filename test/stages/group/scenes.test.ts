import { afterEach, expect, test, vi } from "vitest";
import { group } from "../../../src/stages/group/index.ts";
import { Pictures } from "../../../src/stages/group/pictures/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf } from "./frames.ts";
import { lazyScene, photograph } from "./painted-scene.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("compares a file without metadata with one of each scene before it that it is of, not with all", async () => {
  const scene = lazyScene(1)();
  const frames = Array.from({ length: 30 }, (_, i) => ({
    ...frameOf({ name: `${i}.jpg` }),
    thumbnail: async () => photograph(scene, { ev: (i % 3) - 1, dx: 0, dy: 0, seed: i }),
  }));
  const compare = vi.spyOn(Pictures.prototype, "compare");
  await group({ frames }, {}, testContext());
  const pairs = new Set(compare.mock.calls.map(([a, b]) => `${a.index} ${b.index}`));
  expect(pairs.size).toBeLessThan(12 * frames.length);
});
