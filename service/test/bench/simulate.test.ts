import { describe, expect, it } from "vitest";
import { type Cluster, type Load, limitOf, peakUse, resourcesOf, simulateDay } from "../../bench/simulate/day.ts";
import { EventLoop, exponential, Heap, makeDice, Station } from "../../bench/simulate/event-loop.ts";

describe("Heap", () => {
  it("gives the smallest key first, and equal keys in the order in which they came", () => {
    const heap = new Heap<string>();
    for (const [key, value] of [
      [2, "c"],
      [1, "a"],
      [3, "e"],
      [1, "b"],
      [2, "d"],
    ] as const)
      heap.push(key, value);
    expect(Array.from({ length: 5 }, () => heap.pop())).toEqual(["a", "b", "c", "d", "e"]);
    expect(heap.size).toBe(0);
  });

  it("sorts a thousand random keys", () => {
    const [heap, dice] = [new Heap<number>(), makeDice(5)];
    const keys = Array.from({ length: 1000 }, () => Math.floor(dice() * 100));
    for (const key of keys) heap.push(key, key);
    expect(keys.map(() => heap.pop())).toEqual(keys.sort((a, b) => a - b));
  });
});

describe("Station", () => {
  it.each([1, 4, 16])("waits as long as Erlang's formula says, with %i servers", (servers) => {
    const [loop, dice] = [new EventLoop(), makeDice(11)];
    const station = new Station(loop, servers);
    const load = 0.8 * servers;
    let [waited, count] = [0, 0];
    const next = () =>
      loop.after(exponential(dice, 1 / load), () => {
        station.serve(exponential(dice, 1), (seconds) => {
          waited += seconds;
          count++;
        });
        if (count < 400_000) next();
      });
    next();
    loop.run();
    expect(waited / count / erlangWait(servers, load)).toBeCloseTo(1, 1);
    expect(station.busySeconds / loop.now / servers).toBeCloseTo(0.8, 2);
  });

  it("serves the smallest priority first", () => {
    const [loop, served] = [new EventLoop(), [] as string[]];
    const station = new Station(loop, 1);
    for (const [name, priority] of [
      ["first", 9],
      ["bulk", 5],
      ["single", 1],
    ] as const) {
      station.serve(1, () => void served.push(name), priority);
    }
    loop.run();
    expect(served).toEqual(["first", "single", "bulk"]);
    expect(station.maxWaiting).toBe(2);
  });
});

const demands = {
  ...{ measured: "", machine: "", frames: 5, engineCpuSeconds: 8, serviceCpuSeconds: 0.2 },
  ...{ databaseCpuSeconds: 0.05, commits: 100, walBytes: 25_000, rowBytes: 15_000 },
};
const cluster: Cluster = {
  ...{ workers: 10, workerCores: 2, apis: 1, apiNetwork: 1e9, workerNetwork: 1e9 },
  ...{ databaseCores: 4, databaseLog: 1e8, databaseCommits: 1e4 },
  ...{ storeReads: 1000, storeWrites: 1000, storeNetwork: 1e9 },
};
const load: Load = {
  ...{ imagesPerDay: 50_000, imagesPerOrder: 10, frames: 5, uploadBytes: 1e7, resultBytes: 1e7, peak: 2, seed: 1 },
};

describe("a simulated day", () => {
  it("makes as many images as announced, the same for the same seed", () => {
    const day = simulateDay(demands, cluster, load);
    expect(day.images / load.imagesPerDay).toBeCloseTo(1, 1);
    expect(simulateDay(demands, cluster, load)).toEqual(day);
  });

  it("keeps workers busy for what images cost", () => {
    const day = simulateDay(demands, cluster, load);
    expect(day.busyWorkers / ((day.images * 4.1) / 86_400 / 10)).toBeCloseTo(1, 1);
  });

  it("makes an order of one image wait less than the orders of an overloaded day", () => {
    const day = simulateDay(demands, { ...cluster, workers: 3 }, load);
    expect(day.singleSeconds.p99).toBeLessThan(day.orderSeconds.p99 / 10);
  });

  it("uses a resource fully at its limit", () => {
    for (const resource of resourcesOf(demands, cluster, load)) {
      const most = limitOf(resource, load, 1);
      expect(peakUse(resource, { ...load, imagesPerDay: most })).toBeCloseTo(1, 9);
    }
  });
});

/** Mean wait of the queue M/M/c with a mean service of 1 s (Erlang C). */
function erlangWait(servers: number, load: number): number {
  let blocked = 1;
  for (let k = 1; k <= servers; k++) blocked = (load * blocked) / (k + load * blocked);
  const waits = blocked / (1 - (load / servers) * (1 - blocked));
  return waits / (servers - load);
}
