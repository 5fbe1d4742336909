import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SharedRate, type SharedRateOptions } from "../../src/http/limit-requests.ts";
import type { Lease, LeaseRequest } from "../../src/store/request-rates.ts";

const windowMs = 1000;

/** One window after another, as the table has them. */
class Windows {
  leases = 0;
  #endsAt = 0;
  #used = 0;

  async lease({ spent, wanted, most }: LeaseRequest): Promise<Lease> {
    this.leases++;
    // The promise of node:timers does not follow the test's clock.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#endsAt = now + windowMs;
      this.#used = 0;
    }
    const granted = Math.min(wanted, Math.max(0, most - this.#used - spent));
    this.#used = Math.min(most, this.#used + spent + wanted);
    return { granted, remaining: most - this.#used, endsInMs: this.#endsAt - now };
  }
}

let windows: Windows;

beforeEach(() => {
  vi.useFakeTimers();
  windows = new Windows();
});

afterEach(() => {
  vi.useRealTimers();
});

function processes(count: number, options: Partial<SharedRateOptions> = {}): SharedRate[] {
  const lease = (request: LeaseRequest) => windows.lease(request);
  return Array.from({ length: count }, () => new SharedRate({ windowMs, lease, onAway: () => {}, ...options }));
}

/** How many of the requests are admitted of which each process gets so many every 10 ms, for `ms`. */
async function admitted(rates: readonly SharedRate[], perTick: readonly number[], most: number, ms: number) {
  const answers: Promise<{ readonly isAdmitted: boolean }>[] = [];
  for (let at = 0; at < ms; at += 10) {
    rates.forEach((rate, i) => {
      for (let n = 0; n < perTick[i]; n++) answers.push(rate.admit("address", most));
    });
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(5000);
  return (await Promise.all(answers)).filter(({ isAdmitted }) => isAdmitted).length;
}

describe("requests of one address over several processes", () => {
  test.each([
    ["evenly", [2, 2, 2]],
    ["mostly by one", [6, 1, 1]],
    ["as a flood", [20, 20, 20]],
    ["by one alone", [6, 0, 0]],
  ] as const)("are bounded within 5 %% where they come %s", async (_how, perTick) => {
    const count = await admitted(processes(3), perTick, 300, 4900);
    expect(count).toBeGreaterThan(0.95 * 1500);
    expect(count).toBeLessThan(1.05 * 1500);
  });

  test("below the limit are all admitted, and few of them ask the database", async () => {
    expect(await admitted(processes(3), [1, 1, 0], 300, 5000)).toBe(1000);
    expect(windows.leases).toBeLessThan(300);
  });

  test("of a quiet client ask nothing of the database", async () => {
    const [rate] = processes(1);
    for (let i = 0; i < 20; i++) {
      expect((await rate.admit("address", 300)).isAdmitted).toBe(true);
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(windows.leases).toBe(0);
  });

  test("learn how many may follow and when the window ends", async () => {
    const [rate] = processes(1);
    const answers = Promise.all(Array.from({ length: 4 }, () => rate.admit("address", 3)));
    await vi.advanceTimersByTimeAsync(100);
    expect((await answers).map(({ isAdmitted, remaining }) => [isAdmitted, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    const { endsInMs } = await rate.admit("address", 3);
    expect(endsInMs).toBeGreaterThan(800);
    expect(endsInMs).toBeLessThanOrEqual(1000);
  });

  test("count in each process while the database is away, and together again after", async () => {
    const onAway = vi.fn();
    let isAway = true;
    const lease = (request: LeaseRequest) =>
      isAway ? Promise.reject(new Error("the server is gone")) : windows.lease(request);
    const rates = processes(3, { lease, onAway });
    expect(await admitted(rates, [8, 8, 8], 300, 900)).toBe(900);
    expect(onAway).toHaveBeenCalledTimes(3);
    isAway = false;
    const count = await admitted(rates, [8, 8, 8], 300, 900);
    expect(count).toBeGreaterThan(285);
    expect(count).toBeLessThan(315);
  });

  test("wait half a second for a database that does not answer, and then no more", async () => {
    const [rate] = processes(1, { lease: () => new Promise(() => {}) });
    const first = Promise.all(Array.from({ length: 6 }, () => rate.admit("address", 5)));
    await vi.advanceTimersByTimeAsync(501);
    expect((await first).filter(({ isAdmitted }) => isAdmitted)).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(500);
    expect((await rate.admit("address", 5)).isAdmitted).toBe(true);
  });
});
