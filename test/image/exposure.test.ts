import { describe, expect, test } from "vitest";
import { ev100, lightEvOf } from "../../src/image/index.ts";

describe("the light that an exposure tells", () => {
  const exposure = { timeS: 1 / 60, fNumber: 8, iso: 400 };

  test("is its exposure value at ISO 100", () => {
    expect(lightEvOf(exposure)).toBeCloseTo(Math.log2(64 * 60) - 2, 9);
    expect(lightEvOf(exposure)).toBe(ev100(exposure));
  });

  test("is unknown with a flash, or where a part of it is", () => {
    expect(lightEvOf({ ...exposure, flashFired: true })).toBeUndefined();
    expect(lightEvOf({ timeS: 1 / 60, iso: 400 })).toBeUndefined();
    expect(lightEvOf({ timeS: 1 / 60, fNumber: 8 })).toBeUndefined();
    expect(lightEvOf({ fNumber: 8, iso: 400 })).toBeUndefined();
  });
});
