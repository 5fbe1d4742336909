import { expect, test } from "vitest";
import { freeMemoryMb } from "../../src/engine/free-memory.ts";
import { MemoryGate } from "../../src/queue/memory-gate.ts";

function makeGate(free: number) {
  const waits: number[] = [];
  const machine = { free };
  const gate = new MemoryGate({
    jobMb: 1000,
    freeMb: async () => machine.free,
    onWait: (freeMb) => waits.push(freeMb),
  });
  return { gate, machine, waits };
}

test.each([
  ["as many as fit", 3500, 5, 1, 3],
  ["no more than are wanted", 3500, 2, 1, 2],
  ["none where not one fits", 900, 5, 1, 0],
  ["one where none runs, whatever is free", 0, 5, 0, 1],
  ["all where the system does not say", Number.POSITIVE_INFINITY, 5, 1, 5],
])("admits %s", async (_, free, wanted, running, admitted) => {
  expect(await makeGate(free).gate.admit(wanted, running)).toBe(admitted);
});

test("jobs that have just begun count as what they may take, until they have taken it or ended", async () => {
  const { gate, machine } = makeGate(2500);
  const wanted = 3;
  expect(await gate.admit(wanted, 0, 0)).toBe(2);
  gate.began(2, 0);
  expect(await gate.admit(wanted, 2, 1000)).toBe(0);
  // One has ended.
  expect(await gate.admit(wanted, 1, 2000)).toBe(1);
  machine.free = 1500;
  expect(await gate.admit(wanted, 1, 2000)).toBe(0);
  expect(await gate.admit(wanted, 1, 21_000)).toBe(1);
});

test("says once that jobs wait, and again after some began", async () => {
  const { gate, machine, waits } = makeGate(100);
  await gate.admit(1, 1);
  await gate.admit(1, 1);
  machine.free = 5000;
  await gate.admit(1, 1);
  machine.free = 200;
  await gate.admit(1, 1);
  expect(waits).toEqual([100, 200]);
});

test.skipIf(process.platform !== "linux")("reads what the machine has free", async () => {
  const free = await freeMemoryMb();
  expect(free).toBeGreaterThan(10);
  expect(free).toBeLessThan(100_000_000);
});
