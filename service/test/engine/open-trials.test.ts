import { setTimeout as wait } from "node:timers/promises";
import type { TrialEngine } from "lightwell";
import { expect, test, vi } from "vitest";
import { OpenTrials } from "../../src/engine/open-trials.ts";

function fakeEngine(bytes = 1) {
  const openTrial = vi.fn(async () => ({ bytes, render: async () => new Uint8Array() }));
  return { openTrial, engine: { openTrial } as unknown as TrialEngine };
}

const setOf = (name: string) => ({ files: [name], options: {} });

test("a set is opened once, and again for other options", async () => {
  const { engine, openTrial } = fakeEngine();
  const trials = new OpenTrials(engine);
  const [first, second] = await Promise.all([trials.take(setOf("a")), trials.take(setOf("a"))]);
  expect(second).toBe(first);
  expect(openTrial).toHaveBeenCalledTimes(1);
  expect(openTrial).toHaveBeenCalledWith(["a"], { check: "off", strict: false });
  await trials.take({ ...setOf("a"), options: { recipe: "4.x" } });
  expect(openTrial).toHaveBeenCalledTimes(2);
});

test("the sets that were not used for longest are closed, by number and by bytes", async () => {
  const many = new OpenTrials(fakeEngine().engine);
  for (let i = 0; i < 17; i++) await many.take(setOf(String(i)));
  expect([many.size, many.has(setOf("0")), many.has(setOf("1"))]).toEqual([16, false, true]);
  const large = new OpenTrials(fakeEngine(100 * 2 ** 20).engine);
  for (const name of ["a", "b", "a", "c"]) await large.take(setOf(name));
  expect(["a", "b", "c"].map((name) => large.has(setOf(name)))).toEqual([true, false, true]);
  const huge = new OpenTrials(fakeEngine(2 ** 30).engine);
  for (const name of ["a", "b"]) await huge.take(setOf(name));
  expect(["a", "b"].map((name) => huge.has(setOf(name)))).toEqual([false, true]);
});

test("a set closes some time after its last use", async () => {
  const trials = new OpenTrials(fakeEngine().engine, { idleMs: 100 });
  await trials.take(setOf("a"));
  expect(trials.size).toBe(1);
  await vi.waitFor(() => expect(trials.size).toBe(0));
});

test("a set that could not be opened is tried again", async () => {
  const { engine, openTrial } = fakeEngine();
  openTrial.mockRejectedValueOnce(new Error("no picture"));
  const trials = new OpenTrials(engine);
  await expect(trials.take(setOf("a"))).rejects.toThrow("no picture");
  await wait(0);
  expect(trials.size).toBe(0);
  await trials.take(setOf("a"));
  expect(trials.size).toBe(1);
});
