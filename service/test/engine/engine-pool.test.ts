import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("a picture is made without a chosen reference that is not one of its exposures, and says so", async () => {
  pool = new EnginePool(1, {});
  const folder = mkdtempSync(join(tmpdir(), "lightwell-reference-"));
  const [output, preview] = [join(folder, "full.jpg"), join(folder, "preview.jpg")];
  const call = { kind: "enhance", files: [file], enhance: true, options: { check: "off" } } as const;
  expect(await pool.run({ ...call, reference: "flash.jpg", output, preview }, 60_000)).toMatchObject({
    warnings: expect.arrayContaining([expect.stringMatching(/^reference: the chosen frame is not an exposure/)]),
  });
  expect(existsSync(output)).toBe(true);
  rmSync(folder, { recursive: true });
});

test("a call that is no longer wanted when its turn comes is skipped, and delays no other", async () => {
  pool = new EnginePool(1, {});
  const call = { kind: "inspect", files: [file] } as const;
  let isWanted = true;
  const asked: string[] = [];
  const first = pool.run(call, 60_000);
  const abandoned = Promise.allSettled(
    ["a", "b"].map((name) =>
      pool.run(call, 60_000, {
        isWanted() {
          asked.push(name);
          return isWanted;
        },
      }),
    ),
  );
  const last = pool.run(call, 60_000, { isWanted: () => true });
  isWanted = false;
  expect(await first).toMatchObject({ format: "jpeg" });
  for (const one of await abandoned) expect(one).toMatchObject({ status: "rejected", reason: { kind: "cancelled" } });
  expect(asked).toEqual(["a", "b"]);
  expect(await last).toMatchObject({ format: "jpeg" });
});

test("accounts take turns: one with many calls delays another's by one call", async () => {
  pool = new EnginePool(1, {});
  const call = { kind: "inspect", files: [file] } as const;
  const done: string[] = [];
  const ask = (accountId: string) => pool.run(call, 60_000, { accountId }).then(() => void done.push(accountId));
  const many = Array.from({ length: 5 }, () => ask("a"));
  const few = [ask("b"), ask("c"), ask("b")];
  await Promise.all([...many, ...few]);
  expect(done.join("")).toBe("abcabaaa");
});
