import type { Queries } from "../database/database.ts";

/** How long a try counts, in ms. */
const windowMs = 15 * 60_000;

export interface TryLimit {
  /** A hash, since the table needs no names. */
  readonly subject: string;
  /** Tries within the window. */
  readonly most: number;
}

/** How long the sender must wait, in s; 0: the try is admitted. */
export interface Tried {
  readonly retrySeconds: number;
  /** Removes this try, so that it does not count. */
  forget(): Promise<void>;
}

/**
 * Counts a try for each subject before it is checked, so simultaneous tries cannot exceed a limit together. One that is
 * refused does not extend the wait.
 */
export async function countTry(queries: Queries, limits: readonly TryLimit[], now: Date): Promise<Tried> {
  await queries
    .deleteFrom("sign_in_tries")
    .where("tried_at", "<=", new Date(now.getTime() - windowMs))
    .execute();
  const tries = await queries
    .insertInto("sign_in_tries")
    .values(limits.map(({ subject }) => ({ subject, tried_at: now })))
    .returning("try_id")
    .execute();
  const waits: number[] = [];
  for (const { subject, most } of limits) waits.push(await waitOf(subject, most));
  const retrySeconds = Math.max(...waits);
  if (retrySeconds > 0) await forget();
  return { retrySeconds, forget };

  async function waitOf(subject: string, most: number): Promise<number> {
    const { count, first } = await queries
      .selectFrom("sign_in_tries")
      .select((row) => [row.fn.countAll<string>().as("count"), row.fn.min("tried_at").as("first")])
      .where("subject", "=", subject)
      .executeTakeFirstOrThrow();
    if (Number(count) <= most) return 0;
    return Math.max(1, Math.ceil((first.getTime() + windowMs - now.getTime()) / 1000));
  }

  async function forget(): Promise<void> {
    const ids = tries.map(({ try_id }) => try_id);
    await queries.deleteFrom("sign_in_tries").where("try_id", "in", ids).execute();
  }
}
