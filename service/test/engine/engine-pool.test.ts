import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { EnginePool } from "../../src/engine/engine-pool.ts";

const file = fileURLToPath(new URL("../../../fixtures/shoot/IMG_0012.JPG", import.meta.url));

let pool: EnginePool;
afterEach(() => pool.close());

test("a call whose time is over ends its process, and not the call behind it", async () => {
  pool = new EnginePool(1, {});
  const call = { kind: "inspect", files: [file] } as const;
  const [late, next] = await Promise.allSettled([pool.run(call, 1), pool.run(call, 60_000)]);
  expect(late).toMatchObject({ status: "rejected", reason: { code: "limits/time" } });
  expect(next).toMatchObject({ status: "fulfilled", value: { format: "jpeg" } });
});
