import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { claimRun } from "./claim-run.ts";

/** Interval between removals of old rows by all processes together, in ms; a row of this age belongs to no window. */
const keepMs = 60_000;

export interface LeaseRequest {
  /** The client whose requests are counted. */
  readonly subject: string;
  /** Requests that were admitted without a lease. */
  readonly spent: number;
  /** Requests to admit now. */
  readonly wanted: number;
  /** Requests that one window admits. */
  readonly most: number;
  /** Length of a window, in ms. */
  readonly windowMs: number;
}

export interface Lease {
  /** How many of the requests may be admitted. */
  readonly granted: number;
  /** Further requests that the window admits. */
  readonly remaining: number;
  /** Time until the window ends, in ms. */
  readonly endsInMs: number;
}

/**
 * Takes requests from the window that all processes share. A window begins with its first request, by the clock of the
 * database.
 */
export async function leaseRequests(
  { queries }: Pick<Database, "queries">,
  { subject, spent, wanted, most, windowMs }: LeaseRequest,
): Promise<Lease> {
  const { rows } = await sql<Lease>`
    insert into request_rates as rate (subject, started_at, used, granted)
    values (
      ${subject}, now(), least(${most}::integer, ${spent}::integer + ${wanted}::integer),
      least(${wanted}::integer, greatest(0, ${most}::integer - ${spent}::integer))
    )
    on conflict (subject) do update set (started_at, used, granted) = (
      select
        began,
        least(${most}::integer, before + ${spent}::integer + ${wanted}::integer),
        least(${wanted}::integer, greatest(0, ${most}::integer - before - ${spent}::integer))
      from (values (rate.started_at > now() - ${windowMs} * interval '1 ms')) as state (is_running)
      cross join lateral (
        values (case when is_running then rate.started_at else now() end, case when is_running then rate.used else 0 end)
      ) as running (began, before)
    )
    returning
      granted,
      ${most}::integer - used as remaining,
      (extract(epoch from started_at - now()) * 1000 + ${windowMs}::integer)::float8 as "endsInMs"
  `.execute(queries);
  return rows[0];
}

/** Removes the rows of old windows; one process of all does so, once a minute. */
export async function removeOldRates(database: Database): Promise<void> {
  if (!(await claimRun(database, "request-rates", keepMs))) return;
  await sql`delete from request_rates where started_at < now() - ${keepMs} * interval '1 ms'`.execute(database.queries);
}
