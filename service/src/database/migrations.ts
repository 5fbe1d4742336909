import { type Kysely, type Migration, type MigrationProvider, sql } from "kysely";
import { createTables } from "./first-tables.ts";
import { addMembers } from "./member-migration.ts";
import { addStudio } from "./studio-tables.ts";

/** In order; a published migration is never changed. */
const migrations: Record<string, Migration> = {
  "001-tables": { up: createTables },
  "002-sign-in": { up: addSignIn },
  "003-house": { up: addHouse },
  "004-retention": { up: addRetention },
  "005-groupings": { up: addGroupings },
  "006-registrations": { up: addRegistrations },
  "007-count-name": { up: addCountName },
  "008-awaited-images": { up: addAwaitedImages },
  "009-pending-by-account": { up: addPendingByAccount },
  "010-accounts": { up: addAccountStates },
  "011-storage-sweep": { up: addStorageSweep },
  "012-turns": { up: addTurns },
  "013-wide-ids": { up: widenIds },
  "014-request-rates": { up: addRequestRates },
  "015-leases": { up: addLeases },
  "016-event-traces": { up: addEventTraces },
  "017-webhook-secrets": { up: addFormerSecret },
  "018-summaries": { up: addSummaries },
  "019-stored-bytes": { up: addStoredBytes },
  "020-studio": { up: addStudio },
  "021-members": { up: addMembers },
  "022-image-reference": { up: addImageReference },
};

export const migrationProvider: MigrationProvider = { getMigrations: async () => migrations };

async function addSignIn(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table accounts add column password_hash text;

    create table sessions (
      session_hash text primary key,
      account_id text not null references accounts,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index on sessions (account_id);

    create table sign_in_tries (
      try_id integer generated always as identity primary key,
      subject text not null,
      tried_at timestamptz not null
    );
    create index on sign_in_tries (subject, tried_at);

    create index on deliveries (event_id);
  `)
    .execute(database);
}

async function addHouse(database: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table images add column house jsonb").execute(database);
}

/** Indexes by age, to find old rows. */
async function addRetention(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create index on events (created_at) where state <> 'pending';
    create index on name_registrations (registered_at);
  `)
    .execute(database);
}

/** An order may get another grouping before one has ended: it is merging until the last one ends. */
async function addGroupings(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table groupings (
      grouping_id text primary key,
      order_id text not null references orders,
      bracket_ids jsonb
    );
    create index on groupings (order_id);
    insert into groupings (grouping_id, order_id) select order_id, order_id from orders where is_merging;
  `)
    .execute(database);
}

/** The contents of an order need not be counted at every registration. */
async function addRegistrations(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table orders add column registrations integer not null default 0;
    update orders set registrations = held.count
    from (select order_id, count(*) as count from brackets group by order_id) held
    where held.order_id = orders.order_id;
  `)
    .execute(database);
}

/**
 * Simultaneous registrations of one name are counted one after another: each waits for the previous one and then sees
 * it. A single SQL statement cannot, since its snapshot is taken before it waits.
 */
async function addCountName(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function count_name(of_account text, of_name text, since timestamptz) returns bigint language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(of_account || ' ' || of_name, 0));
      return (
        select count(*) from name_registrations
        where account_id = of_account and name = of_name and registered_at > since
      );
    end $$;
  `)
    .execute(database);
}

/** What an order still waits for: grouped images that have not begun, and uploads whose address is still valid. */
async function addAwaitedImages(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table images add column grouping_id text;
    create index on images (grouping_id) where grouping_id is not null;
    alter table brackets add column upload_until timestamptz;
  `)
    .execute(database);
}

/** Events are delivered account by account. */
async function addPendingByAccount(database: Kysely<unknown>): Promise<void> {
  await sql.raw("create index on events (account_id, order_id, sequence) where state = 'pending'").execute(database);
}

/**
 * Accounts can be suspended, deleted and created by invitation. Actions on them stay on record after an account is
 * gone. Only the four known tiers remain: any other name had the limits of `standard`.
 */
async function addAccountStates(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table accounts add column state text not null default 'active'
      check (state in ('active', 'suspended', 'deleted'));
    update accounts set tier = 'trial' where tier = 'testing';
    update accounts set tier = 'standard' where tier not in ('trial', 'essential', 'standard', 'enterprise');
    alter table accounts add check (tier in ('trial', 'essential', 'standard', 'enterprise'));

    create table invitations (
      token_hash text primary key,
      email text not null unique,
      tier text not null,
      api_version text,
      expires_at timestamptz not null
    );

    create table account_actions (
      action_id bigint generated always as identity primary key,
      account_id text,
      email text not null,
      action text not null,
      detail text,
      done_at timestamptz not null
    );
    create index on account_actions (email, action_id);
  `)
    .execute(database);
}

/** Files are looked up by key, many at once. Unreferenced files are recorded until they are old enough to remove. */
async function addStorageSweep(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table unreferenced_files (
      storage_key text primary key,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null
    );
    create table maintenance_runs (task text primary key, last_started_at timestamptz not null);
    create index on brackets ((source->>'key')) where not is_deleted;
    create index on images ((result->'full'->>'key')) where not is_deleted;
    create index on images ((result->'preview'->>'key')) where not is_deleted;
  `)
    .execute(database);
}

/** An account's open work is counted for each new job, so that accounts take turns. */
async function addTurns(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create index on images (account_id) where status = 'processing';
    create index on brackets (account_id) where source is not null and metadata is null and not is_deleted;
  `)
    .execute(database);
}

/** Counters that only grow need 64 bits. */
async function widenIds(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table events alter column sequence type bigint;
    alter table deliveries alter column delivery_id type bigint;
    alter table sign_in_tries alter column try_id type bigint;
  `)
    .execute(database);
}

/**
 * Requests of each address in its running window, shared by all processes. Unlogged, since a crash may lose them: each
 * row is used for a second. Free space in the pages lets rows change in place.
 */
async function addRequestRates(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create unlogged table request_rates (
      subject text primary key,
      started_at timestamptz not null,
      used integer not null,
      granted integer not null
    ) with (fillfactor = 50);
  `)
    .execute(database);
}

/** Work that one process does for all, for as long as it renews its lease. */
async function addLeases(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw("create table leases (name text primary key, holder text not null, ends_at timestamptz not null)")
    .execute(database);
}

/** The W3C `traceparent` of an event's cause, if that was traced. */
async function addEventTraces(database: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table events add column trace text").execute(database);
}

/** Deliveries are also signed with the former secret until receivers had time to adopt the new one. */
async function addFormerSecret(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table accounts add column former_webhook_secret text;
    alter table accounts add column former_webhook_secret_until timestamptz;
  `)
    .execute(database);
}

/** What grouping needs of an upload is stored separately, so that the upload is not fetched again. */
async function addSummaries(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table brackets add column summary jsonb;
    create index on brackets ((summary->>'key')) where not is_deleted;
  `)
    .execute(database);
}

/** The number of bytes that the last sweep of the storage counted. */
async function addStoredBytes(database: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table maintenance_runs add column stored_bytes bigint").execute(database);
}

/** The bracket that was chosen as the reference of an image; it counts only while it belongs to the image. */
async function addImageReference(database: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table images add column reference_id text").execute(database);
}
