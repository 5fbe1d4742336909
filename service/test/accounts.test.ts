import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerImage, settledImage, upload } from "./support/client.ts";
import { type DocumentedOperation, fillPath, operationsOf, readDocument } from "./support/operations.ts";
import { type JsonSchema, valuesOf } from "./support/schema-arbitrary.ts";
import { smallPicture } from "./support/small-picture.ts";
import { type Json, poll, startTestService, type TestService } from "./support/test-service.ts";

const secret = "the owner's secret";

let service: TestService;
let operations: readonly DocumentedOperation[];
/** The owner's. */
let ids: Record<"image_id" | "order_id" | "bracket_id", string>;
beforeAll(async () => {
  const accounts = ["owner", "stranger"].map((name) => ({ email: `${name}@example.org` }));
  service = await startTestService({ sameNamePerHour: 1_000_000, dailyEnhancements: 1_000_000 }, accounts);
  const order_id = crypto.randomUUID();
  const image = await registerImage(service, { image_name: `${secret}.jpg`, order_id, metadata: { secret } });
  await upload(service, image, await smallPicture());
  const body = { order_id, name: `${secret} bracket.jpg` };
  const { json: bracket } = await service.call("POST", "/v3/brackets", { body });
  ids = { image_id: String(image["image_id"]), order_id, bracket_id: String(bracket["bracket_id"]) };
  await settledImage(service, ids.image_id);
  // What is read of the file comes a while after its upload.
  await poll(
    () => service.call("GET", `/v3/orders/${order_id}/brackets`),
    (list) => (list["brackets"] as Json[])[0]["metadata"] !== null,
  );
  await service.call("PATCH", `/v3/orders/${order_id}`, { body: { name: secret } });
  operations = operationsOf(await readDocument(service));
});
afterAll(() => service.close());

/** What the owner sees of everything there is. */
async function everything() {
  const paths = [`images/${ids.image_id}`, `orders/${ids.order_id}`, `orders/${ids.order_id}/brackets`, "orders"];
  const seen = await Promise.all(paths.map(async (path) => (await service.call("GET", `/v3/${path}`)).json));
  return JSON.stringify(seen);
}

/** Asks as the stranger. */
function ask(
  { method, path }: DocumentedOperation,
  pathIds: Readonly<Record<string, string>>,
  query: string,
  body: unknown,
) {
  return service.call(method, `${fillPath(path, pathIds)}${query}`, {
    key: service.keys[1],
    ...(method === "GET" || body === undefined ? {} : { body }),
  });
}

test("every endpoint with an id answers 404 to another account, and nothing changes", async () => {
  const named = operations.filter(({ path }) => path.startsWith("/v3/") && path.includes("{"));
  expect(named.length).toBeGreaterThanOrEqual(14);
  for (const operation of named) {
    const before = await everything();
    const { status, json } = await ask(operation, ids, "", operation.body ? {} : undefined);
    expect([operation.name, status]).toEqual([operation.name, 404]);
    expect(json).toEqual({
      message: expect.stringMatching(/ does not exist, or belongs to another account\.$/),
      detail: {},
    });
    expect(await everything()).toBe(before);
  }
});

test("whatever a stranger sends to any endpoint, he sees nothing of another's and changes nothing of it", async () => {
  const known = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, fc.constant(id)]));
  const bodyIds = { ...known, bracket_ids: fc.constant([ids.bracket_id]) };
  const before = await everything();
  for (const operation of operations) {
    const request = fc.record({
      body: operation.body ? valuesOf(operation.body, bodyIds) : fc.constant(undefined),
      query: queryOf(operation),
    });
    const property = fc.asyncProperty(request, async ({ body, query }) => {
      const answer = await ask(operation, ids, query, body);
      expect(answer.bytes.toString("utf8")).not.toContain(secret);
      if (operation.path.includes("{")) expect(answer.status).toBeGreaterThanOrEqual(400);
    });
    await fc.assert(property, { numRuns: 12, interruptAfterTimeLimit: 3000 });
  }
  expect(await everything()).toBe(before);
});

function queryOf({ query }: DocumentedOperation): fc.Arbitrary<string> {
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
  };
  return valuesOf(schema).map((values) => {
    const pairs = Object.entries(values as object).map(([name, value]) => [name, String(value).toWellFormed()]);
    return `?${new URLSearchParams(pairs as [string, string][])}`;
  });
}

test("pictures, lists and writes need a key", async () => {
  for (const operation of operations.filter(({ path }) => path.startsWith("/v3/"))) {
    const { method, path, body } = operation;
    const isOpen = (operation.operation.security ?? []).some((ways) => Object.keys(ways).length === 0);
    const { status } = await service.call(method, fillPath(path, ids), { key: null, ...(body ? { body: {} } : {}) });
    expect([operation.name, status]).toEqual([operation.name, isOpen ? 200 : 401]);
  }
});

describe("an id that another account uses is refused at", () => {
  test.each([
    ["/v3/images", () => ({ image_name: "a.jpg", image_id: ids.image_id }), "image_id", 422],
    ["/v3/images", () => ({ image_name: "b.jpg", order_id: ids.order_id }), "order_id", 422],
    ["/v3/brackets", () => ({ order_id: ids.order_id }), "order_id", 422],
    ["/v3/orders", () => ({ order_id: ids.order_id }), "order_id", 409],
  ])("%s", async (path, body, field, expected) => {
    const before = await everything();
    const { status, json } = await service.call("POST", path, { key: service.keys[1], body: body() });
    expect(status).toBe(expected);
    expect(json["detail"]).toEqual({ json: { [field]: [expect.stringContaining("cannot be used")] } });
    expect(await everything()).toBe(before);
  });
});

test("lists show an account's own orders alone", async () => {
  const key = service.keys[1];
  const { json: made } = await service.call("POST", "/v3/orders", { key });
  const { json } = await service.call("GET", "/v3/orders?per_page=1", { key });
  expect(json["orders"]).toEqual([expect.objectContaining({ order_id: made["order_id"] })]);
});

test("another's bracket cannot be grouped into an own order", async () => {
  const key = service.keys[1];
  const { json: order } = await service.call("POST", "/v3/orders", { key });
  const body = { images: [{ bracket_ids: [ids.bracket_id] }] };
  const { status, json } = await service.call("POST", `/v3/orders/${order["order_id"]}/process`, { key, body });
  expect(status).toBe(422);
  expect(JSON.stringify(json["detail"])).toContain("The order has no bracket");
});
