import { describe, expect, test } from "vitest";
import { EngineError } from "../../src/errors/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import type { KernelRunner } from "../../src/kernels/index.ts";
import { Leases } from "../../src/pipeline/leases.ts";
import type { Executor, Tools } from "../../src/pipeline/tools.ts";

const { signal } = new AbortController();

/** A pool of one small chunk, and an executor whose work stops on request. */
function workOf() {
  const memory = new PixelPool(1024);
  const stops: (() => void)[] = [];
  const kernels: KernelRunner = {
    implementation: "native",
    run: () => new Promise((resolve) => stops.push(resolve)),
  };
  const executor: Executor = {
    concurrency: 1,
    run: (name, _input, _signal, onStopped = () => {}) => {
      stops.push(onStopped);
      return Promise.reject(new EngineError("cancelled", name));
    },
    kernels: () => kernels,
    close: async () => {},
  };
  return { memory, stops, leases: new Leases({ memory, executor } as unknown as Tools) };
}

const offsetOf = (memory: PixelPool): number => {
  const view = memory.u8(64);
  memory.release(view);
  return view.byteOffset;
};

describe("Leases", () => {
  test("end with the work, released or not", async () => {
    const { memory, leases } = workOf();
    leases.tools.memory.release(leases.tools.memory.u8(64));
    leases.tools.memory.f32(16);
    leases.tools.memory.u16(32);
    expect(offsetOf(memory)).toBe(128);
    await leases.end();
    expect(offsetOf(memory)).toBe(0);
  });

  test("keep memory from others as long as a task that was given up still runs", async () => {
    const { memory, stops, leases } = workOf();
    leases.tools.memory.u8(64);
    await leases.tools.executor.run("probe", {} as never, signal).catch(() => {});
    const ended = leases.end();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(offsetOf(memory)).toBe(64);
    stops[0]();
    await ended;
    expect(offsetOf(memory)).toBe(0);
  });

  test("within others end too, once their task has stopped", async () => {
    const { memory, stops, leases } = workOf();
    const inner = new Leases(leases.tools);
    inner.tools.memory.u8(64);
    await inner.tools.executor.run("probe", {} as never, signal).catch(() => {});
    const ended = Promise.all([inner.end(), leases.end()]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(offsetOf(memory)).toBe(64);
    stops[0]();
    await ended;
    expect(offsetOf(memory)).toBe(0);
  });

  test("wait for what follows a kernel, because it may go on with the memory", async () => {
    const { memory, stops, leases } = workOf();
    leases.tools.memory.u8(64);
    const kernels = leases.tools.executor.kernels(signal);
    const stage = async () => {
      await kernels.run("shrink", {} as never, 1);
      await kernels.run("shrink", {} as never, 1);
    };
    const running = stage();
    const ended = leases.end();
    stops[0]();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(offsetOf(memory)).toBe(64);
    stops[1]();
    await Promise.all([running, ended]);
    expect(offsetOf(memory)).toBe(0);
  });

  test("do not end what another has taken since", async () => {
    const { memory, leases } = workOf();
    const view = leases.tools.memory.u8(64);
    leases.tools.memory.release(view);
    const others = memory.u8(64);
    expect(others.byteOffset).toBe(view.byteOffset);
    leases.tools.memory.release(view);
    await leases.end();
    expect(offsetOf(memory)).toBe(64);
  });

  test("are counted, each ends once, and all of them with the work", async () => {
    const { memory, leases } = workOf();
    const own = leases.tools.memory;
    const view = own.u8(64);
    expect(own.mayOverwrite(view)).toBe(true);
    expect(own.share(own.share(view))).toBe(view);
    expect(own.mayOverwrite(view)).toBe(false);
    own.release(view);
    own.release(view);
    expect(own.mayOverwrite(view)).toBe(true);
    expect(offsetOf(memory)).toBe(64);
    own.share(view);
    await leases.end();
    expect(memory.leasedViews).toBe(0);
  });

  test("leave alone what is lent from elsewhere", async () => {
    const { memory, leases } = workOf();
    const inner = new Leases(leases.tools);
    const lent = leases.tools.memory.u8(64);
    const own = inner.tools.memory;
    own.share(lent);
    own.release(lent);
    own.release(lent);
    expect(own.mayOverwrite(lent)).toBe(false);
    await inner.end();
    expect(leases.tools.memory.mayOverwrite(lent)).toBe(true);
    await leases.end();
    expect(memory.leasedViews).toBe(0);
  });

  test("of an inner work that the outer one shares are not overwritten", async () => {
    const { memory, leases } = workOf();
    const inner = new Leases(leases.tools);
    const view = inner.tools.memory.u8(64);
    leases.tools.memory.share(view);
    expect(inner.tools.memory.mayOverwrite(view)).toBe(false);
    await inner.end();
    expect(memory.leasedViews).toBe(1);
    await leases.end();
    expect(memory.leasedViews).toBe(0);
  });
});
