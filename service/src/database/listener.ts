import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Pauses between tries to connect, in ms. */
const firstPauseMs = 200;
const longestPauseMs = 5000;
/** How often a connection is checked, in ms: one that broke silently is noticed after that and as much again. */
const checkMs = 10_000;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Receives the notifications of `channel` on a separate connection, which is replaced when it breaks. `onConnect`
 * runs after each connection: what was sent before then was missed.
 */
export function listen(
  connectionString: string,
  channel: string,
  { onMessage, onConnect }: { readonly onMessage: (payload: string) => void; readonly onConnect: () => void },
): Listener {
  const isOver = new AbortController();
  const running = run();
  return {
    async close() {
      isOver.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    for (let pauseMs = firstPauseMs; !isOver.signal.aborted; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
      const client = new pg.Client({
        connectionString,
        application_name: "lightwell-service listener",
        keepAlive: true,
        connectionTimeoutMillis: checkMs,
        query_timeout: checkMs,
      });
      client.on("error", () => {});
      client.on("notification", ({ payload }) => onMessage(payload ?? ""));
      try {
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        pauseMs = firstPauseMs;
        onConnect();
        while (!isOver.signal.aborted) {
          await wait(checkMs);
          await client.query("select 1");
        }
      } catch {
        // The next connection follows; until then the queues are polled.
      }
      await client.end().catch(() => {});
      await wait(pauseMs);
    }
  }

  async function wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: isOver.signal, ref: false }).catch(() => {});
  }
}
