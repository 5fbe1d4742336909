import { afterEach, expect, test, vi } from "vitest";
import { JobWorker } from "../../src/queue/job-worker.ts";

let waiting: string[] = [];
let running: { readonly job: string; readonly end: () => void }[] = [];
let worker: JobWorker<string>;

function start(atOnce: number): void {
  waiting = [];
  running = [];
  worker = new JobWorker({
    atOnce,
    pollMs: 60_000,
    fetch: async (most) => waiting.splice(0, most),
    perform: (job) => new Promise((end) => running.push({ job, end })),
  });
}

function names(): string[] {
  return running.map(({ job }) => job);
}

afterEach(async () => {
  const stopped = worker.stop();
  for (const { end } of running) end();
  await stopped;
});

test("does so many jobs at once, and the next as soon as one has ended", async () => {
  start(2);
  waiting.push("a", "b", "c", "d");
  worker.wake();
  await vi.waitFor(() => expect(names()).toEqual(["a", "b"]));
  running[0].end();
  await vi.waitFor(() => expect(names()).toEqual(["a", "b", "c"]));
  expect(waiting).toEqual(["d"]);
});

test("looks when it is woken, also while it is looking", async () => {
  start(1);
  worker.wake();
  waiting.push("a");
  await vi.waitFor(() => expect(names()).toEqual(["a"]));
});

test("stops when what runs has ended, and takes nothing more", async () => {
  start(1);
  waiting.push("a", "b");
  worker.wake();
  await vi.waitFor(() => expect(names()).toEqual(["a"]));
  let isStopped = false;
  const stopped = worker.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isStopped).toBe(false);
  running[0].end();
  await stopped;
  expect(names()).toEqual(["a"]);
});
