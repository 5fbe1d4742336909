import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { SharedMemory } from "../../src/image/index.ts";

test("threads that take shared memory at once get memory of their own", async () => {
  const start = 1024;
  const memory = new SharedMemory(new SharedArrayBuffer(2 ** 26), start, 1);
  const { offset } = memory.take(1);
  memory.giveBackAllOf(1);
  const code = `
      const { workerData } = require("node:worker_threads");
      import(workerData.module).then(({ SharedMemory }) => {
        const memory = new SharedMemory(workerData.buffer, workerData.start, workerData.owner);
        for (let round = 0; round < 2000; round++) {
          const taken = [100, 5000, 70].map((bytes) => memory.take(bytes));
          for (const { buffer, offset, bytes } of taken) new Uint8Array(buffer, offset, bytes).fill(workerData.owner);
          for (const { buffer, offset, bytes } of taken) {
            if (!new Uint8Array(buffer, offset, bytes).every((byte) => byte === workerData.owner)) process.exit(7);
          }
          for (const stretch of taken) memory.giveBack(stretch);
        }
      });`;
  const module = new URL("../../dist/image/index.js", import.meta.url).href;
  const ended = [2, 3].map((owner) => {
    const worker = new Worker(code, { eval: true, workerData: { module, owner, start, buffer: memory.buffer } });
    return new Promise((resolve) => worker.once("exit", resolve));
  });
  expect(await Promise.all(ended)).toEqual([0, 0]);
  expect(memory.take(1).offset).toBe(offset);
});
