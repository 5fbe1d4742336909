import { describe, expect, test } from "vitest";
import { EngineError } from "../../src/errors/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import type { KernelRunner } from "../../src/kernels/index.ts";
import type { Executor } from "../../src/pipeline/executor.ts";
import { Scope } from "../../src/pipeline/scope.ts";
import type { Tools } from "../../src/pipeline/tools.ts";

const { signal } = new AbortController();

/** A pool of one small chunk, and an executor whose work stops when it is told to. */
function scopeOf() {
  const memory = new PixelPool(1024);
  const stops: (() => void)[] = [];
  const kernels: KernelRunner = {
    implementation: "reference",
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
  return { memory, stops, scope: new Scope({ memory, executor } as unknown as Tools) };
}

const offsetOf = (memory: PixelPool): number => {
  const view = memory.u8(64);
  memory.release(view);
  return view.byteOffset;
};

describe("Scope", () => {
  test("gives all memory back at its end, released or not", async () => {
    const { memory, scope } = scopeOf();
    scope.tools.memory.release(scope.tools.memory.u8(64));
    scope.tools.memory.f32(16);
    scope.tools.memory.u16(32);
    expect(offsetOf(memory)).toBe(128);
    await scope.end();
    expect(offsetOf(memory)).toBe(0);
  });

  test("keeps memory from others as long as a task that was given up still runs", async () => {
    const { memory, stops, scope } = scopeOf();
    scope.tools.memory.u8(64);
    await scope.tools.executor.run("probe", {} as never, signal).catch(() => {});
    const ended = scope.end();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(offsetOf(memory)).toBe(64);
    stops[0]();
    await ended;
    expect(offsetOf(memory)).toBe(0);
  });

  test("inside another one ends too, once its task has stopped", async () => {
    const { memory, stops, scope } = scopeOf();
    const inner = new Scope(scope.tools);
    inner.tools.memory.u8(64);
    await inner.tools.executor.run("probe", {} as never, signal).catch(() => {});
    const ended = Promise.all([inner.end(), scope.end()]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(offsetOf(memory)).toBe(64);
    stops[0]();
    await ended;
    expect(offsetOf(memory)).toBe(0);
  });

  test("waits for what follows a kernel, because it may go on with the memory", async () => {
    const { memory, stops, scope } = scopeOf();
    scope.tools.memory.u8(64);
    const kernels = scope.tools.executor.kernels(signal);
    const stage = async () => {
      await kernels.run("shrink", {} as never, 1);
      await kernels.run("shrink", {} as never, 1);
    };
    const running = stage();
    const ended = scope.end();
    stops[0]();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(offsetOf(memory)).toBe(64);
    stops[1]();
    await Promise.all([running, ended]);
    expect(offsetOf(memory)).toBe(0);
  });

  test("does not give back what another has taken since", async () => {
    const { memory, scope } = scopeOf();
    const view = scope.tools.memory.u8(64);
    scope.tools.memory.release(view);
    const others = memory.u8(64);
    expect(others.byteOffset).toBe(view.byteOffset);
    scope.tools.memory.release(view);
    await scope.end();
    expect(offsetOf(memory)).toBe(64);
  });
});
