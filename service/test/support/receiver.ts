import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers from now on; 204 at first. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** Takes webhooks on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: { status: number; headers: Readonly<Record<string, string>> } = { status: 204, headers: {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({
      path: request.url ?? "",
      headers: request.headers,
      text: Buffer.concat(chunks).toString("utf8"),
    });
    response.writeHead(answer.status, answer.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(status, headers = {}) {
      answer = { status, headers };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
