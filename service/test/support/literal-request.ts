import { type IncomingMessage, request } from "node:http";
import type { Answer, Json, TestService } from "./test-service.ts";

/**
 * Sends a request as it is written: a line of method and address, lines of headers, an empty line, the body. Nothing is
 * added but what a connection needs (Host, the length of the body). `bytes`: a body that is no text.
 */
export async function speak(service: TestService, text: string, bytes?: Uint8Array): Promise<Answer> {
  const [head, ...rest] = text.trim().split(/\n[ \t]*\n/);
  const [first, ...lines] = head.split("\n").map((line) => line.trim());
  const [method, address] = first.split(" ");
  const body = bytes ?? (rest.length > 0 ? Buffer.from(rest.join("\n\n").trim()) : undefined);
  const { hostname, port } = new URL(service.address);
  const path = address.replace(service.address, "");
  const headers = Object.fromEntries(lines.map((line) => line.split(/:\s*(.*)/, 2) as [string, string]));
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers }, resolve);
    asked.once("error", reject);
    if ("Expect" in headers) asked.once("continue", () => asked.end(body)).flushHeaders();
    else asked.end(body);
  });
  const answer = await read(message);
  // The document says nothing of preflights.
  if (method === "OPTIONS") return answer;
  service.check({
    method,
    path: path.split("?")[0].replace(/^\/orders\//, "/v3/orders/"),
    status: answer.status,
    header: (name) => answer.headers.get(name) ?? undefined,
    bytes: answer.bytes,
  });
  return answer;
}

async function read(message: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const isJson = headers.get("content-type")?.startsWith("application/json") && bytes.length > 0;
  return {
    status: message.statusCode ?? 0,
    headers,
    bytes,
    json: isJson ? (JSON.parse(bytes.toString("utf8")) as Json) : {},
  };
}
