// Receives a photograph, returns a picture. PORT=8080 node http-worker.mjs, then:
//   curl --data-binary @room.jpg http://localhost:8080 --output enhanced.jpg
import { createServer } from "node:http";
import { createEngine } from "lightwell";

const maxMb = 100;
const maxAtOnce = 2;
const maxMs = 60_000;

// One engine for all requests. It bounds bytes, pixels, memory and the time of each file.
const engine = createEngine({ maxFileMb: maxMb, maxPixels: 60_000_000, memoryBudgetMb: 2048, timeoutMs: maxMs });
const statuses = { options: 400, input: 422, unsupported: 415, limits: 413, io: 500, cancelled: 503, internal: 500 };

let running = 0;

const server = createServer(async (request, response) => {
  const refuse = (status, text) =>
    response.writeHead(status, { "content-type": "text/plain", connection: "close" }).end(`${text}\n`);
  if (request.method !== "POST") return refuse(405, "POST a photograph");
  if (Number(request.headers["content-length"]) > maxMb * 2 ** 20) return refuse(413, `at most ${maxMb} MB`);
  if (running >= maxAtOnce) return refuse(503, "busy, try again");
  running++;
  try {
    response.setHeader("content-type", "image/jpeg");
    // The response is a stream: the picture goes into it, and the work stops if the client leaves. After the time limit
    // it is closed.
    const upload = { name: "upload", stream: request };
    await engine.enhance([upload], { output: response, maxWidthPx: 4000, signal: AbortSignal.timeout(maxMs) });
  } catch (error) {
    console.error(error.message);
    // Failures before the first byte still get a status.
    if (!response.headersSent && !response.destroyed) refuse(statuses[error.kind] ?? 500, error.message);
  } finally {
    running--;
  }
});

// On this machine only: every client that reaches it can use it. Behind a proxy, add accounts and a limit of requests.
server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);

// Pictures that are being made are finished before the process ends.
process.once("SIGTERM", () => server.close(() => engine.close()));
