import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { registerOnce } from "../../src/http/requests.ts";
import { revealKey } from "../../src/store/account-store.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

const broken = () => Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });

let parts: TestParts;
beforeAll(async () => {
  parts = await makeTestParts();
});
afterAll(() => parts.close());

/** Commits, and loses the connection before the answer. */
function cutOff(database: Database): Database {
  return {
    ...database,
    async transact(work) {
      await database.transact(work);
      throw broken();
    },
    async perform(work) {
      await database.perform(work);
      throw broken();
    },
  };
}

test("a registration whose connection broke after the commit is answered with what it made, and leaves no twin", async () => {
  const { database, secrets, accountId } = parts;
  const key = String(await revealKey(database.queries, secrets, accountId));
  const app = await buildCheckedApp({ ...parts, database: cutOff(database) });
  const order_id = crypto.randomUUID();
  for (const [url, body] of [
    ["/v3/images", { image_name: "a.jpg", order_id }],
    ["/v3/images", { image_name: "frame.jpg", order_id, hdr: true }],
    ["/v3/brackets", { name: "b.jpg", order_id }],
  ] as const) {
    const answer = await app.inject({ method: "POST", url, headers: { "x-api-key": key }, payload: body });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(answer.json()).toMatchObject({ order_id, upload_url: expect.any(String) });
  }
  const images = await database.queries.selectFrom("images").select("image_name").orderBy("image_name").execute();
  expect(images.map(({ image_name }) => image_name)).toEqual(["a.jpg", "frame.jpg"]);
  const brackets = await database.queries.selectFrom("brackets").select("name").execute();
  expect(brackets).toHaveLength(3);
  await app.close();
});

test("one that was undone with its connection is registered again, once", async () => {
  let tries = 0;
  const failOnce = async () => {
    tries++;
    if (tries === 1) throw broken();
    return "registered";
  };
  const none = async () => undefined;
  expect(await registerOnce(failOnce, none)).toBe("registered");
  await expect(registerOnce(() => Promise.reject(broken()), none)).rejects.toThrow("Connection terminated");
  await expect(registerOnce(() => Promise.reject(new Error("no such table")), none)).rejects.toThrow("no such table");
});
