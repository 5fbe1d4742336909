import { describe, expect, test } from "vitest";
import { PixelPool, type Samples } from "../../src/image/index.ts";
import { loadDropPages } from "../../src/kernels/index.ts";
import { seededRandom } from "../support/random.ts";

describe("PixelPool", () => {
  test("never hands out memory that is in use, over thousands of takes and returns of all sizes", () => {
    const pool = new PixelPool(1 << 20);
    const random = seededRandom(3);
    const live: { view: Samples; mark: number }[] = [];
    for (let step = 0; step < 4000; step++) {
      if (live.length > 0 && random() < 0.5) {
        const [{ view, mark }] = live.splice(Math.floor(random() * live.length), 1);
        expect(view.length === 0 || (view[0] === mark && view[view.length - 1] === mark)).toBe(true);
        pool.release(view);
        continue;
      }
      const length = Math.floor(random() ** 3 * 60_000);
      const view = [pool.u8(length), pool.u16(length), pool.f32(length)][step % 3];
      const mark = step % 251;
      view.fill(mark);
      live.push({ view, mark });
    }
  });

  test("uses one buffer again for other sizes once its neighbours are free", () => {
    const pool = new PixelPool(1000 * 64);
    const views = [pool.u8(300 * 64), pool.u8(300 * 64), pool.u8(300 * 64)];
    for (const view of views) pool.release(view);
    const large = pool.u16(450 * 64);
    expect(large.buffer).toBe(views[0].buffer);
    expect(large.byteOffset).toBe(0);
  });

  test("takes a view back once", () => {
    const pool = new PixelPool(4096);
    const view = pool.u8(100);
    pool.release(view);
    pool.release(view);
    expect(pool.u8(100).byteOffset).not.toBe(pool.u8(100).byteOffset);
  });

  test("gives memory to others with its last lease alone", () => {
    const pool = new PixelPool(4096);
    const view = pool.u8(100);
    expect(pool.share(view)).toBe(view);
    expect(pool.mayOverwrite(view)).toBe(false);
    pool.release(view);
    expect(pool.mayOverwrite(view)).toBe(true);
    expect(pool.u8(100).byteOffset).not.toBe(view.byteOffset);
    pool.release(view);
    expect(pool.mayOverwrite(view)).toBe(false);
    expect(pool.u8(100).byteOffset).toBe(view.byteOffset);
  });

  test("does not end another's lease for a view that was released before", () => {
    const pool = new PixelPool(4096);
    const view = pool.u8(100);
    pool.release(view);
    const next = pool.u8(100);
    expect(next.byteOffset).toBe(view.byteOffset);
    pool.release(view);
    expect(pool.mayOverwrite(next)).toBe(true);
  });

  test("leaves memory that is not its own alone", () => {
    const pool = new PixelPool();
    const lent = new Uint8Array(new SharedArrayBuffer(8));
    expect(pool.share(lent)).toBe(lent);
    pool.release(lent);
    expect(pool.mayOverwrite(lent)).toBe(false);
    expect(pool.leasedViews).toBe(0);
  });

  test("returns idle memory beyond a quarter of a gigabyte to the system, only views without a lease", () => {
    const dropped: Uint8Array[] = [];
    const pool = new PixelPool(1 << 30, (view) => dropped.push(view));
    const views = [0, 1, 2].map(() => pool.u8(100 << 20));
    for (const view of views) pool.release(view);
    expect(dropped.map(({ byteOffset, length }) => [byteOffset, length])).toEqual([[200 << 20, 100 << 20]]);
  });

  test("counts what is idle and in memory, wherever new views lie", () => {
    const dropped: Uint8Array[] = [];
    const pool = new PixelPool(1 << 30, (view) => dropped.push(view), 200 << 20);
    const views = [0, 1, 2].map(() => pool.u8(100 << 20));
    pool.release(views[1]);
    // Does not fit where the idle memory is, which so stays idle.
    const large = pool.u8(150 << 20);
    pool.release(large);
    pool.release(views[2]);
    expect(dropped.map(({ length }) => length >> 20)).toEqual([150]);
    pool.u8(200 << 20);
    pool.release(views[0]);
    expect(dropped).toHaveLength(1);
  });

  test("takes resident memory before untouched memory", () => {
    const pool = new PixelPool(1 << 20, () => {}, 1024);
    const [dropped, , kept] = [1, 2, 3].map(() => pool.u8(1024));
    pool.release(kept);
    pool.release(dropped);
    expect([1, 2].map(() => pool.u8(1024).byteOffset)).toEqual([kept.byteOffset, dropped.byteOffset]);
  });

  test("returns all idle memory to the system on request, and nothing else", () => {
    const dropped: Uint8Array[] = [];
    const pool = new PixelPool(1 << 20, (view) => dropped.push(view));
    const views = [pool.u8(640), pool.u8(1280), pool.u8(64)];
    pool.release(views[0]);
    pool.release(views[2]);
    pool.dropIdle();
    pool.dropIdle();
    expect(dropped.map(({ byteOffset, length }) => [byteOffset, length])).toEqual([
      [0, 640],
      [1920, 64],
    ]);
  });

  test("memory that the system took comes back when it is used again", () => {
    const drop = loadDropPages();
    const pool = new PixelPool(1 << 30, drop);
    const views = [0, 1, 2].map(() => pool.u8(100 << 20));
    views[2].fill(7);
    for (const view of views) pool.release(view);
    const again = pool.u8(300 << 20);
    expect(again[299 << 20]).toBe(drop ? 0 : 7);
    again.fill(9, 299 << 20);
    expect(again[again.length - 1]).toBe(9);
  });

  test("gives every view a buffer of its own when asked for no chunks", () => {
    const pool = new PixelPool(0);
    expect(pool.u8(10).buffer).not.toBe(pool.u8(10).buffer);
  });
});
