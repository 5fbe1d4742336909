import { describe, expect, test } from "vitest";
import { MemoryBudget } from "../../src/pipeline/memory-budget.ts";

const never = new AbortController().signal;
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("MemoryBudget", () => {
  test("lets work wait until what runs has given back enough, first come first served", async () => {
    const budget = new MemoryBudget(100);
    const order: string[] = [];
    const first = await budget.acquire(60, never);
    const record = async (name: string, bytes: number) => {
      await budget.acquire(bytes, never);
      order.push(name);
    };
    const big = record("big", 80);
    const small = record("small", 10);
    await soon();
    expect(order).toEqual([]);
    first();
    await Promise.all([big, small]);
    expect(order).toEqual(["big", "small"]);
  });

  test("runs work that is larger than the whole budget alone", async () => {
    const budget = new MemoryBudget(100);
    const small = await budget.acquire(1, never);
    let granted = false;
    const huge = budget.acquire(10_000, never).then((giveBack) => {
      granted = true;
      return giveBack;
    });
    await soon();
    expect(granted).toBe(false);
    small();
    (await huge)();
    expect(granted).toBe(true);
  });

  test("forgets a waiter whose signal fires, and lets the next one in", async () => {
    const budget = new MemoryBudget(100);
    const running = await budget.acquire(50, never);
    const stop = new AbortController();
    const waiting = budget.acquire(90, stop.signal);
    const behind = budget.acquire(40, never);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    await behind;
    running();
  });

  test("counts a double return once", async () => {
    const budget = new MemoryBudget(10);
    const giveBack = await budget.acquire(10, never);
    giveBack();
    giveBack();
    await budget.acquire(10, never);
    const stop = new AbortController();
    const over = budget.acquire(1, stop.signal);
    stop.abort();
    await expect(over).rejects.toMatchObject({ code: "cancelled" });
  });
});
