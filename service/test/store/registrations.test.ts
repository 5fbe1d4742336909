import { afterAll, beforeAll, expect, test } from "vitest";
import { revealKey } from "../../src/store/account-store.ts";
import { admitBracket } from "../../src/store/registrations.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

let parts: TestParts;
let app: Awaited<ReturnType<typeof buildCheckedApp>>;
let key: string;
beforeAll(async () => {
  parts = await makeTestParts({ orderImages: 3, requestsPerSecond: 1_000_000 });
  app = await buildCheckedApp(parts);
  key = String(await revealKey(parts.database.queries, parts.secrets, parts.accountId));
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

type Kind = "images" | "brackets";

async function register(kind: Kind, order_id: string) {
  const name = `${crypto.randomUUID()}.jpg`;
  const payload = kind === "images" ? { order_id, image_name: name } : { order_id, name };
  const answer = await app.inject({ method: "POST", url: `/v3/${kind}`, headers: { "x-api-key": key }, payload });
  return { status: answer.statusCode, json: answer.json() as Record<string, unknown> };
}

async function registerAtOnce(orderId: string, kinds: readonly Kind[]): Promise<number[]> {
  const answers = await Promise.all(kinds.map((kind) => register(kind, orderId)));
  return answers.map(({ status }) => status).sort();
}

async function bracketsOf(orderId: string): Promise<number> {
  const rows = await parts.database.queries
    .selectFrom("brackets")
    .select("bracket_id")
    .where("order_id", "=", orderId)
    .where("is_deleted", "=", false)
    .execute();
  return rows.length;
}

const races: readonly (readonly Kind[])[] = [
  ["brackets", "brackets"],
  ["images", "images"],
  ["brackets", "images", "brackets", "images", "brackets"],
];

test.each(races)("of %s, %s … registered at once, one gets the last place of the order", async (...kinds) => {
  const orderId = crypto.randomUUID();
  expect(await registerAtOnce(orderId, ["brackets", "images"])).toEqual([200, 200]);
  expect(await registerAtOnce(orderId, kinds)).toEqual([200, ...kinds.slice(1).map(() => 422)]);
  expect(await bracketsOf(orderId)).toBe(3);
});

test.each(races)("of %s, %s … registered at once, one gets the place that a deleted one left", async (...kinds) => {
  const orderId = crypto.randomUUID();
  const { json } = await register("brackets", orderId);
  await registerAtOnce(orderId, ["brackets", "brackets"]);
  const url = `/v3/brackets/${json["bracket_id"]}`;
  expect((await app.inject({ method: "DELETE", url, headers: { "x-api-key": key } })).statusCode).toBe(204);
  expect(await registerAtOnce(orderId, kinds)).toEqual([200, ...kinds.slice(1).map(() => 422)]);
  expect(await bracketsOf(orderId)).toBe(3);
});

test("what is refused counts neither its name nor a place", async () => {
  const orderId = crypto.randomUUID();
  await registerAtOnce(orderId, ["brackets", "brackets", "brackets"]);
  const { queries } = parts.database;
  const count = async () => (await queries.selectFrom("name_registrations").select("name").execute()).length;
  const before = await count();
  expect(await registerAtOnce(orderId, ["brackets", "images"])).toEqual([422, 422]);
  expect(await count()).toBe(before);
  const order = await queries
    .selectFrom("orders")
    .select("registrations")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  expect(order).toEqual({ registrations: 3 });
});

test("of many that register one name at once, no more get it than in turn", async () => {
  const { database, accountId } = parts;
  // The first of them find the connections that the others begin to open.
  for (const name of ["once.jpg", "twice.jpg", "three times.jpg"]) {
    const admit = (i: number) =>
      admitBracket(
        database,
        { accountId, orderId: `${name} ${i % 10}`, name, now: new Date(), nameLimit: 3, most: 1000 },
        { bracketId: crypto.randomUUID(), contentType: null, metadata: null },
      );
    const answers = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => admit(i)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ statusCode: 429 });
    }
  }
});
