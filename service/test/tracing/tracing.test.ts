import { afterEach, beforeEach, expect, test } from "vitest";
import { currentTrace, inSpan, startTracing } from "../../src/tracing/tracing.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { startCollector } from "../support/span-collector.ts";
import { makeTestParts } from "../support/test-parts.ts";

let collector: Awaited<ReturnType<typeof startCollector>>;
let end: () => Promise<void>;

beforeEach(async () => {
  collector = await startCollector();
  end = await startTracing(collector.url, "all");
});

afterEach(() => {
  collector.close();
});

test("work that is done later joins the trace of what caused it", async () => {
  let cause: string | undefined;
  await inSpan("register", { images: 1 }, async () => {
    cause = currentTrace();
  });
  await inSpan("enhance", {}, async () => {}, cause);
  await end();
  const [register, enhance] = ["register", "enhance"].map((name) => collector.spans.find((span) => span.name === name));
  expect(register?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(enhance?.traceId).toBe(register?.traceId);
  expect(enhance?.parentSpanId).toBe(register?.spanId);
  expect(register?.attributes).toEqual([{ key: "images", value: { intValue: 1 } }]);
});

test("a failure is thrown on and noted on its span", async () => {
  const failing = inSpan("enhance", {}, async () => {
    throw new Error("the disk is gone");
  });
  await expect(failing).rejects.toThrow("the disk is gone");
  await end();
  expect(JSON.stringify(collector.spans)).toContain("the disk is gone");
});

test("a request is a span named by its route, and trusts no trace of the client's", async () => {
  const parts = await makeTestParts();
  const app = await buildCheckedApp(parts);
  const foreign = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await app.inject({ method: "GET", url: "/v3/orders/some-order", headers: { traceparent: foreign } });
  await app.close();
  await parts.close();
  await end();
  const span = collector.spans.find(({ name }) => name.startsWith("GET /v3/orders"));
  expect(span?.name).toBe("GET /v3/orders/:order_id");
  expect(span?.traceId).not.toBe("0af7651916cd43dd8448eb211c80319c");
  expect(JSON.stringify(span)).not.toContain("some-order");
  expect(span?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 404 } });
});

test("nothing is kept and nothing is traced without a collector", async () => {
  await end();
  expect(await inSpan("enhance", {}, async () => currentTrace())).toBeUndefined();
});
