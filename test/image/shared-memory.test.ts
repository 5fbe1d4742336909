import { describe, expect, test } from "vitest";
import { copyOut, PixelPool, SharedMemory } from "../../src/image/index.ts";
import { seededRandom } from "../support/random.ts";

const MB = 2 ** 20;

function open(bytes = 4 * MB, owner = 1): SharedMemory {
  const memory = new SharedMemory(new SharedArrayBuffer(bytes), 1024, owner);
  memory.name(Int32Array.of(1, 2, 3, bytes));
  return memory;
}

describe("SharedMemory", () => {
  test("never hands out what is in use, whichever thread asks", () => {
    const first = open();
    const second = new SharedMemory(first.buffer, 1024, 2);
    const random = seededRandom(5);
    const live: { pool: PixelPool; view: Uint8Array<SharedArrayBuffer>; mark: number }[] = [];
    const pools = [new PixelPool(first), new PixelPool(second)];
    for (let step = 0; step < 3000; step++) {
      if (live.length > 0 && random() < 0.5) {
        const [{ pool, view, mark }] = live.splice(Math.floor(random() * live.length), 1);
        expect(view.every((value) => value === mark)).toBe(true);
        pool.release(view);
        continue;
      }
      const pool = pools[step % 2];
      const view = pool.u8(Math.floor(random() ** 3 * 30_000)).fill(step % 251);
      live.push({ pool, view, mark: step % 251 });
    }
  });

  test("refuses what it has no room for, and has it again once it is given back", () => {
    const pool = new PixelPool(open());
    const view = pool.u8(3 * MB);
    expect(() => pool.u16(MB)).toThrow(expect.objectContaining({ code: "limits/memory" }));
    pool.release(view);
    expect(pool.u16(MB).length).toBe(MB);
  });

  test("takes back what a thread that is gone had, and its lock", () => {
    const memory = open();
    const gone = new SharedMemory(memory.buffer, 1024, 9);
    const kept = memory.take(MB);
    gone.take(2 * MB);
    expect(() => memory.take(2 * MB)).toThrow();
    memory.giveBackAllOf(9);
    expect(memory.take(2 * MB).offset).toBeGreaterThan(kept.offset);
    const lock = new Int32Array(memory.buffer, 1024, 5);
    lock[4] = 9;
    expect(memory.take(64).bytes).toBe(64);
  });

  test("knows itself by another object over it, and nothing else", () => {
    const memory = open();
    expect(memory.holds(memory.buffer)).toBe(true);
    expect(memory.holds(structuredClone(memory.buffer))).toBe(true);
    expect(memory.holds(new SharedArrayBuffer(4 * MB))).toBe(false);
    expect(memory.holds(new ArrayBuffer(10))).toBe(false);
  });
});

describe("copyOut", () => {
  test("copies views of the pool, however deep and cut, and leaves all else", () => {
    const pool = new PixelPool(open());
    const foreign = new Uint16Array(new SharedArrayBuffer(8));
    const view = pool.f32(4).fill(0.5);
    const map = new Map();
    const value = {
      list: [{ view, part: pool.u8(9).fill(3).subarray(2, 5) }],
      foreign,
      map,
      none: undefined,
      text: "a",
    };
    const out = copyOut(value, pool);
    pool.end();
    view.fill(7);
    expect(out.list[0].view).toEqual(Float32Array.of(0.5, 0.5, 0.5, 0.5));
    expect(out.list[0].part).toEqual(Uint8Array.of(3, 3, 3));
    expect(out.foreign).toBe(foreign);
    expect(out.map).toBe(map);
    expect({ ...out, list: 0 }).toEqual({ ...value, list: 0 });
  });
});
