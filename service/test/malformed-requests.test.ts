import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./support/test-service.ts";

let service: TestService;
let ids: readonly string[];
beforeAll(async () => {
  service = await startTestService({ sameNamePerHour: 1_000_000, dailyEnhancements: 0 });
  const order_id = crypto.randomUUID();
  const image = await service.call("POST", "/v3/images", { body: { image_name: "a.jpg", order_id } });
  const bracket = await service.call("POST", "/v3/brackets", { body: { order_id } });
  ids = [order_id, String(image.json["image_id"]), String(bracket.json["bracket_id"])];
});
afterAll(() => service.close());

const fieldNames = [
  ...["image_name", "image_id", "order_id", "content_type", "name", "images", "bracket_ids", "score", "categories"],
  ...["number_of_brackets_per_image", "comment", "source", "hdr", "enhance", "rating", "metadata", "restage"],
  ...["ai_version", "denoise_level", "enhance_type", "finetune_settings", "threesixty", "__proto__", "constructor"],
];
const queryNames = [
  ...["preview", "size", "quality", "format", "max_width", "scale", "dpi", "response", "expires", "signature"],
  ...["offset", "per_page", "bound", "content-type"],
];

const oddText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    "\u0000",
    "\ud800",
    "../../etc/passwd",
    "a'; drop table images; --",
    "1e999",
    "NaN",
    "null",
    "x".repeat(5000),
  ),
);
const oddValue = fc.oneof(
  oddText,
  fc.jsonValue(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.array(fc.dictionary(fc.constantFrom(...fieldNames), oddText), { maxLength: 3 }),
);
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.dictionary(fc.constantFrom(...fieldNames), oddValue).map((fields) => JSON.stringify(fields)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: oddText },
  {
    weight: 1,
    arbitrary: fc.constantFrom("[".repeat(100_000), `{"a":`.repeat(3000), '{"image_name":"\\ud800"}', "\ufeff{}"),
  },
);
/** The index chooses among the ids that are; other ids are made up. */
const id = fc.oneof(
  fc.nat({ max: 2 }),
  oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 400)),
  fc.constantFrom("%", "%zz", "%00", "%ff"),
);
const path = fc.tuple(
  fc.constantFrom("/v3/images", "/v3/orders", "/v3/brackets", "/uploads"),
  fc.option(id, { nil: undefined }),
  fc.constantFrom("", "/", "/process", "/merge", "/report", "/enhanced", "/original", "/brackets"),
);
const query = fc.dictionary(
  fc.constantFrom(...queryNames),
  oddText.map((text) => text.toWellFormed().slice(0, 300)),
  { maxKeys: 3 },
);
const headers = fc.dictionary(
  fc.constantFrom("x-api-version", "x-dev-mode", "range", "accept", "content-type", "x-forwarded-for"),
  fc.oneof(
    fc.string({ maxLength: 60 }).filter((text) => /^[!-~]*$/.test(text)),
    fc.constantFrom("bytes=-", "bytes=9-1", "application/json", "multipart/form-data", "../.."),
  ),
  { maxKeys: 3 },
);

test("a malformed request is refused, or done, but is never the service's own failure", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
        path,
        query,
        headers,
        body,
        keyed: fc.boolean(),
      }),
      async ({ method, path: [kind, which, tail], query, headers, body, keyed }) => {
        // The image, order and bracket stay, so that what follows meets them.
        const known = typeof which === "number" && method !== "DELETE" ? ids[which] : which;
        const address = `${kind}${known === undefined ? "" : `/${known}`}${tail}?${new URLSearchParams(query)}`;
        const bare = method === "GET" || method === "HEAD";
        const answer = await service.call(method, address, {
          headers,
          ...(bare ? {} : { body: Buffer.from(body) }),
          ...(keyed ? {} : { key: null }),
        });
        expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(500);
        if (answer.status >= 400 && method !== "HEAD") {
          expect(answer.json).toEqual({ message: expect.any(String), detail: expect.any(Object) });
        }
      },
    ),
    { numRuns: 1000, interruptAfterTimeLimit: 15_000 },
  );
});

test.each(["GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", `GET /${"a".repeat(100_000)} HTTP/1.1\r\n\r\n`])(
  "what is no HTTP is refused, and the service goes on",
  async (text) => {
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
    expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await service.call("GET", "/v3/orders")).status).toBe(200);
  },
);
