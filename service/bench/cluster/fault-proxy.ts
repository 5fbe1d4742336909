import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * How a connection is treated. `cut`: nothing passes and nothing is closed, as when a network is gone; what stood still
 * is broken afterwards. `hold`: the same, but what stood still arrives afterwards. `refuse`: every request is answered
 * 503, as an overloaded store does. `slow`: each piece of data waits.
 */
export type Fault = "none" | "cut" | "hold" | "refuse" | "slow";

const slowMs = 200;
const refusal = "HTTP/1.1 503 Slow Down\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Passes connections on to one of `targets`, in turn, with the fault that is set. */
export class FaultProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #targets: () => readonly Endpoint[];
  #fault: Fault = "none";
  #turn = 0;
  readonly #held: (() => void)[] = [];

  private constructor(targets: () => readonly Endpoint[]) {
    this.#targets = targets;
    this.#server = createServer({ pauseOnConnect: true }, (client) => void this.#serve(client));
  }

  /** Listens on a free port of `host`, a loopback address; `targets` names the servers that are there just now. */
  static async open(targets: () => readonly Endpoint[], host = "127.0.0.1"): Promise<FaultProxy> {
    const proxy = new FaultProxy(targets);
    proxy.#server.listen(0, host);
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  set(fault: Fault): void {
    // After a cut, what stood still is broken; a store that begins to refuse drops what it was doing.
    if (this.#fault === "cut" || fault === "refuse") for (const socket of this.#sockets) socket.destroy();
    this.#fault = fault;
    this.#release();
  }

  async close(): Promise<void> {
    this.#fault = "none";
    this.#release();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #serve(client: Socket): Promise<void> {
    this.#watch(client);
    if (this.#fault === "cut") return;
    if (this.#fault === "refuse") {
      client.once("data", () => client.end(refusal));
      client.resume();
      return;
    }
    await this.#whileHeld();
    const target = await this.#connect();
    if (!target || client.destroyed) {
      client.destroy();
      target?.destroy();
      return;
    }
    this.#watch(target);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      void this.#pass(from, to);
    }
    client.resume();
  }

  async #pass(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (this.#fault === "slow") await sleep(slowMs);
        await this.#whileHeld();
        // Stopping to read would close it.
        if (this.#fault === "cut") await once(from, "close");
        if (!to.write(piece)) await once(to, "drain");
      }
      to.end();
    } catch {
      to.destroy();
    }
  }

  async #whileHeld(): Promise<void> {
    while (this.#fault === "hold") await new Promise<void>((resolve) => this.#held.push(resolve));
  }

  #release(): void {
    for (const resolve of this.#held.splice(0)) resolve();
  }

  /** The first one that answers, beginning with the next in turn. */
  async #connect(): Promise<Socket | undefined> {
    const targets = this.#targets();
    this.#turn++;
    for (let i = 0; i < targets.length; i++) {
      const socket = connect(targets[(this.#turn + i) % targets.length]);
      try {
        await once(socket, "connect");
        return socket;
      } catch {
        socket.destroy();
      }
    }
    return undefined;
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
  }
}
