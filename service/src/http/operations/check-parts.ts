import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "@sinclair/typebox";
import type { FastifyBaseLogger } from "fastify";
import type { Parts } from "../../parts.ts";

export const fine = Type.Object({ status: Type.Literal("ok") }, { description: "All is well" });

export const unavailable = Type.Object(
  { status: Type.Literal("unavailable"), failed: Type.Array(Type.String()) },
  { description: "Names of the parts that do not answer" },
);

/** A part that takes longer, in ms, counts as not answering. */
const answerMs = 3000;

/**
 * Names of the parts that do not work: database, storage (also if fewer than `leastFreeBytes` are free), and files (if
 * the process cannot open more).
 */
export async function findFailed(parts: Parts, leastFreeBytes: number, log: FastifyBaseLogger): Promise<string[]> {
  const checks: Readonly<Record<string, () => Promise<unknown>>> = {
    database: () => parts.database.executeSql("select 1"),
    storage: () => parts.storage.check(leastFreeBytes),
    files: async () => (await open(parts.config.dataDir)).close(),
  };
  const failed = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await inTime(check());
        return [];
      } catch (error) {
        log.warn({ err: error, check: name }, "a part of the service does not answer");
        return [name];
      }
    }),
  );
  return failed.flat();
}

async function inTime(check: Promise<unknown>): Promise<void> {
  const isOver = new AbortController();
  const late = sleep(answerMs, undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`no answer within ${answerMs} ms`);
  });
  late.catch(() => {});
  await Promise.race([check, late]).finally(() => isOver.abort());
}
