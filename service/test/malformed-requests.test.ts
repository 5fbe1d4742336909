import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DocumentedOperation, operationsOf, readDocument } from "./support/operations.ts";
import { nearlyValuesOf, oddText, valuesOf } from "./support/schema-arbitrary.ts";
import { startTestService, type TestService } from "./support/test-service.ts";

let service: TestService;
let operations: readonly DocumentedOperation[];
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startTestService({ sameNamePerHour: 1_000_000, dailyEnhancements: 0 });
  const order_id = crypto.randomUUID();
  const image = await service.call("POST", "/v3/images", { body: { image_name: "a.jpg", order_id } });
  const bracket = await service.call("POST", "/v3/brackets", { body: { order_id } });
  ids = { order_id, image_id: String(image.json["image_id"]), bracket_id: String(bracket.json["bracket_id"]) };
  operations = operationsOf(await readDocument(service));
});
afterAll(() => service.close());

const oddBody = fc.oneof(
  fc.json(),
  oddText,
  fc.constantFrom("[".repeat(100_000), `{"a":`.repeat(3000), '{"image_name":"\\ud800"}', "\ufeff{}"),
);
/** Undefined: the id that there is. */
const odd = fc.option(
  fc.oneof(
    oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 400)),
    fc.constantFrom("%", "%zz", "%00", "%ff", "..", "%2e%2e%2f"),
  ),
  { nil: undefined, freq: 2 },
);
const headers = fc.dictionary(
  fc.constantFrom("x-api-version", "x-dev-mode", "range", "accept", "content-type", "x-forwarded-for"),
  fc.oneof(
    fc.string({ maxLength: 60 }).filter((text) => /^[!-~]*$/.test(text)),
    fc.constantFrom("bytes=-", "bytes=9-1", "application/json", "multipart/form-data", "../.."),
  ),
  { maxKeys: 3 },
);

function bodies({ body, method }: DocumentedOperation): fc.Arbitrary<string | undefined> {
  if (method === "GET") return fc.constant(undefined);
  if (!body) return oddBody;
  const records = fc.oneof({ weight: 2, arbitrary: valuesOf(body) }, { weight: 4, arbitrary: nearlyValuesOf(body) });
  return fc.oneof({ weight: 5, arbitrary: records.map((record) => JSON.stringify(record)) }, oddBody);
}

function queries({ query }: DocumentedOperation): fc.Arbitrary<string> {
  const surplus = { name: "surprise", schema: { type: "string" } };
  const one = fc.constantFrom(...query, surplus).chain(({ name, schema }) => {
    const values = fc.oneof(
      oddText.map((text) => text.toWellFormed().slice(0, 300)),
      valuesOf(schema).map((value) => String(value).toWellFormed()),
    );
    return values.map((value): [string, string] => [name, value]);
  });
  return fc.array(one, { maxLength: 3 }).map((pairs) => new URLSearchParams(pairs).toString());
}

async function tryOdd(operation: DocumentedOperation, numRuns: number): Promise<void> {
  const request = fc.record({
    query: queries(operation),
    body: bodies(operation),
    headers,
    odd,
    keyed: fc.boolean(),
    verb: fc.oneof({ weight: 8, arbitrary: fc.constant(operation.method) }, fc.constantFrom("HEAD", "OPTIONS", "PUT")),
  });
  const property = fc.asyncProperty(request, async ({ query, body, headers, odd, keyed, verb }) => {
    // What there is stays, so that what follows meets it.
    const made = verb === "DELETE" ? (odd ?? crypto.randomUUID()) : odd;
    const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => made ?? ids[name] ?? "");
    const bare = verb === "GET" || verb === "HEAD";
    const answer = await service.call(verb, `${path}?${query}`, {
      headers,
      ...(bare || body === undefined ? {} : { body: Buffer.from(body) }),
      ...(keyed ? {} : { key: null }),
    });
    expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(500);
  });
  await fc.assert(property, { numRuns, interruptAfterTimeLimit: 1500 });
}

test("a malformed request is refused or done, and never fails the service: at every endpoint", async () => {
  for (const operation of operations) await tryOdd(operation, 40);
}, 180_000);

test("a request that the document allows is never called malformed: at every endpoint with a body", async () => {
  const withBody = operations.filter(({ body }) => body !== undefined);
  expect(withBody.map(({ name }) => name)).toEqual(expect.arrayContaining(["POST /v3/images", "POST /v3/brackets"]));
  for (const { method, path, body } of withBody) {
    const property = fc.asyncProperty(valuesOf(body ?? {}), async (given) => {
      const answer = await service.call(
        method,
        path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name]),
        {
          body: given,
        },
      );
      // Ids may be taken or unknown, files not uploaded, and text may hold what no table keeps.
      const refusals = Object.values((answer.json["detail"] as { json?: object } | undefined)?.json ?? {}).flat();
      expect(refusals.filter((text) => /^(Must (be|have)|Missing)/.test(text))).toEqual([]);
    });
    await fc.assert(property, { numRuns: 30, interruptAfterTimeLimit: 1500 });
  }
}, 180_000);

test.each([
  ["GARBAGE\r\n\r\n", 400, "This is not a valid HTTP request."],
  ["GET / HTTP/9.9\r\n\r\n", 400, "This is not a valid HTTP request."],
  [`GET /${"a".repeat(100_000)} HTTP/1.1\r\n\r\n`, 431, "The address and the headers are longer than allowed."],
])(
  "requests that are not HTTP are refused in the shape of every error, and the service keeps running (%#)",
  async (text, status, message) => {
    const { hostname, port } = new URL(service.address);
    const received = await new Promise<string>((resolve) => {
      let all = "";
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.setEncoding("latin1");
      socket.on("data", (chunk) => {
        all += chunk;
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve(all));
    });
    const [head, body] = received.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain("Content-Type: application/json");
    expect(JSON.parse(body)).toEqual({ message, detail: {} });
    expect((await service.call("GET", "/v3/orders")).status).toBe(200);
  },
);
