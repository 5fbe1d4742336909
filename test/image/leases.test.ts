import { expect, test } from "vitest";
import { endLeases, PixelPool, share } from "../../src/image/index.ts";

const pictureIn = (pool: PixelPool) => ({ data: pool.u8(64) });

test("a picture that is shared lives until both leases have ended", () => {
  const pool = new PixelPool(4096);
  const picture = pictureIn(pool);
  expect(share(picture, pool)).toBe(picture);
  endLeases([picture], [], pool);
  expect(pool.leasedViews).toBe(1);
  endLeases([picture], [], pool);
  expect(pool.leasedViews).toBe(0);
});

test("pictures that are passed on keep their leases, also in another object, and one that appears twice has one", () => {
  const pool = new PixelPool(4096);
  const [on, off] = [pictureIn(pool), pictureIn(pool)];
  endLeases([on, off, on, off], [{ ...on }], pool);
  expect(pool.mayOverwrite(on.data)).toBe(true);
  share(on, pool);
  endLeases([on, on], [], pool);
  expect(pool.mayOverwrite(on.data)).toBe(true);
});
