import { describe, expect, test, vi } from "vitest";
import { defaultBudgetMb, MemoryBudget } from "../../src/pipeline/memory-budget.ts";

const MB = 2 ** 20;
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

  test("refuses at once what can never fit, and names the option", async () => {
    const budget = new MemoryBudget(300 * MB, 200 * MB);
    await budget.acquire(99 * MB, never);
    await expect(budget.acquire(101 * MB, never, "a set of 5 × 24 megapixels")).rejects.toMatchObject({
      code: "limits/memory",
      message: "memory: a set of 5 × 24 megapixels needs about 301 MB, memoryBudgetMb allows 300",
      context: { neededMb: 301, memoryBudgetMb: 300 },
    });
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

  test("says once that there is nothing to do, and only after a while", async () => {
    vi.useFakeTimers();
    const onIdle = vi.fn();
    const budget = new MemoryBudget(100, 0, onIdle);
    (await budget.acquire(60, never))();
    await vi.advanceTimersByTimeAsync(1000);
    const [first, second] = [await budget.acquire(60, never), await budget.acquire(30, never)];
    first();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onIdle).not.toHaveBeenCalled();
    second();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onIdle).toHaveBeenCalledOnce();
    vi.useRealTimers();
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

test.each([
  ["the machine's where the container has no bound", 8000, 0, 4800],
  ["the machine's where the bound is beyond all memory", 8000, 2 ** 64 / MB, 4800],
  ["the container's where that has less", 8000, 600, 360],
])("the budget by default is 60 %% of %s", (_what, machineMb, containerMb, budgetMb) => {
  expect(defaultBudgetMb(machineMb * MB, containerMb * MB)).toBe(budgetMb);
});
