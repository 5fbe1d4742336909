import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as OTLP carries it in JSON; ids in hex. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** Takes traces by OTLP over HTTP, as a collector does. */
export async function startCollector(): Promise<{
  readonly url: string;
  readonly spans: CollectedSpan[];
  close(): void;
}> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { resourceSpans } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as {
      resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[];
    };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    close: () => void server.close(),
  };
}
