import { sql } from "kysely";
import type { Queries } from "../database/database.ts";

/**
 * Takes or renews the lease called `name` for `holdMs` from now, by the clock of the database. False if another holder
 * has it.
 */
export async function holdLease(queries: Queries, name: string, holder: string, holdMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into leases as lease (name, holder, ends_at) values (${name}, ${holder}, now() + ${holdMs} * interval '1 ms')
    on conflict (name) do update set holder = excluded.holder, ends_at = excluded.ends_at
    where lease.holder = excluded.holder or lease.ends_at <= now()
    returning name`.execute(queries);
  return rows.length > 0;
}

/** Releases the lease, if `holder` has it. */
export async function endLease(queries: Queries, name: string, holder: string): Promise<void> {
  await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(queries);
}
