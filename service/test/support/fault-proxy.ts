import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to a request: it passes; it is answered 503; it is never answered; its connection breaks; its first body
 * bytes are changed on the way; the answer stops after the first bytes.
 */
export type Fault = "none" | "503" | "silence" | "cut" | "changed" | "stall";

/** Stands before an HTTP server and makes what `fault` says of each request. */
export interface FaultProxy {
  readonly address: string;
  /** The fault of each request from now on; `after` are passed before it. */
  set(fault: Fault, after?: number): void;
  /** Resolves with the first request that meets the fault of the last `set`. */
  met(): Promise<void>;
  close(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let fault: Fault = "none";
  let passing = 0;
  let meets = () => {};
  let met = Promise.resolve();
  const server = createServer((incoming, outgoing) => {
    if (passing > 0) {
      passing--;
      pass(incoming, outgoing, target, "none");
      return;
    }
    meets();
    if (fault === "503") {
      incoming.resume().once("end", () => outgoing.writeHead(503).end());
    } else if (fault === "cut") {
      incoming.socket.destroy();
    } else if (fault === "silence") {
      incoming.resume();
    } else {
      pass(incoming, outgoing, target, fault);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next, after = 0) {
      fault = next;
      passing = after;
      met = new Promise((resolve) => {
        meets = resolve;
      });
    },
    met: () => met,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string, fault: Fault): void {
  const { method, url, headers } = incoming;
  const onward = request(new URL(url ?? "/", target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault === "stall" && method === "GET") {
      answer.once("data", (first: Buffer) => {
        outgoing.write(first.subarray(0, 10));
        answer.pause();
      });
    } else {
      answer.pipe(outgoing);
    }
  });
  onward.once("error", () => outgoing.destroy());
  if (fault === "changed") {
    incoming.on("data", (chunk: Buffer) => {
      const changed = Buffer.from(chunk);
      changed[0] ^= 1;
      onward.write(changed);
    });
    incoming.once("end", () => onward.end());
  } else {
    incoming.pipe(onward);
  }
}
