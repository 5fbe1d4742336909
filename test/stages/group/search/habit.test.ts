import { describe, expect, test } from "vitest";
import { signatureOf } from "../../../../src/stages/group/search/exposure-pattern.ts";
import { findHabits, habitFit } from "../../../../src/stages/group/search/habit.ts";
import type { Level } from "../../../../src/stages/group/shots/level.ts";

const seen = (scale: number, evs: readonly number[]): Level[] => evs.map((ev) => ({ ev, scale }));
const read = (evs: readonly number[]): Level[] => seen(0, evs);
const many = (count: number, evs: readonly number[], first = 1) =>
  Array.from({ length: count }, (_, i) => seen(first + i, evs));
const none = (levels: readonly unknown[]) => levels.map(() => undefined);

describe("the habits of a shoot", () => {
  test("are none where too few sets are alike", () => {
    expect(findHabits([...many(2, [0, -1.5, 1.5]), ...many(2, [0, 1], 9)])).toBeUndefined();
  });

  test("are those of both cameras if pictures give the exposures", () => {
    const habits = findHabits([...many(6, [0, -1.5, 1.5]), ...many(4, [3, 1.5, 0, -1.4, -2.9], 20)])!;
    expect(habits.patterns.map(({ size }) => size)).toEqual([3, 5]);
    for (const evs of [
      [0.2, -1.2, 1.6],
      [1, -0.5, -2, -3.5, -4.8],
    ]) {
      expect(habitFit(habits, seen(50, evs), none(evs))).toBeGreaterThan(1);
    }
  });

  test("speak against what is neither a bracket nor its beginning, and against more than a bracket", () => {
    const habits = findHabits(many(9, [0, -1.5, 1.5]))!;
    const scoreOf = (evs: readonly number[]) => habitFit(habits, seen(50, evs), none(evs));
    expect(scoreOf([0, -1.5])).toBe(0);
    expect(scoreOf([0])).toBe(0);
    expect(scoreOf([0, 2.4])).toBeLessThan(0);
    expect(scoreOf([0, -0.6, -2.1])).toBeLessThan(0);
    expect(scoreOf([0.5, 0, -1.5, 1.5])).toBeLessThan(0);
  });

  test("fit a blank frame only if it is beyond all others", () => {
    const habits = findHabits(many(9, [3, 1.5, 0]))!;
    const [, second, third] = seen(50, [3, 1.5, 0]);
    const levels = [undefined, second, third];
    expect(habitFit(habits, levels, ["white", undefined, undefined])).toBeGreaterThan(1);
    expect(habitFit(habits, levels, ["black", undefined, undefined])).toBeLessThan(0);
    expect(habitFit(habits, [second, third, undefined], [undefined, undefined, "white"])).toBeLessThan(0);
  });

  test("of headers are kept where one frame lost its own", () => {
    const habits = findHabits(Array.from({ length: 5 }, (_, i) => read([-2 - i, -4 - i, -i])))!;
    const [a, b, c] = read([-3, -5, -1]);
    expect(habitFit(habits, [a, undefined, c], none([a, b, c]))).toBeGreaterThan(1);
    expect(habitFit(habits, [a, { ...b, ev: -4.6, isSeen: true }, c], none([a, b, c]))).toBeGreaterThan(1);
    expect(habitFit(habits, [a, { ...b, ev: -3, isSeen: true }, c], none([a, b, c]))).toBe(0);
  });
});

test("sets of one step have one signature, however their times were rounded", () => {
  const evs = [-2.33, -3.28, -4.33, -5.39, -6.24, -7.36, -8.3, -9.3, -10.3];
  const others = [-9.36, -10.3, -11.3, -12.3, -13.3, -14.3, -15.3, -16.3, -17.3];
  expect(signatureOf({ evs, isPicture: false })).toBe(signatureOf({ evs: others, isPicture: false }));
});
