import { type Kysely, sql } from "kysely";

/**
 * What the pages for studios keep: uploads that arrive in parts, why frames form an image, approvals, and links to an
 * order for people without an account.
 */
export async function addStudio(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table resumable_uploads (
      bracket_id text primary key references brackets,
      account_id text not null references accounts,
      order_id text not null references orders,
      size_bytes bigint not null,
      modified_ms bigint not null,
      expires_at timestamptz not null
    );
    create index on resumable_uploads (order_id);
    create index on resumable_uploads (account_id);
    create index on resumable_uploads (expires_at);

    create table upload_parts (
      bracket_id text not null references resumable_uploads on delete cascade,
      account_id text not null references accounts,
      start_bytes bigint not null,
      size_bytes bigint not null,
      storage_key text not null,
      primary key (bracket_id, start_bytes)
    );
    create index on upload_parts (storage_key);
    create index on upload_parts (account_id);

    alter table images add column reasons jsonb;
    alter table images add column approved_at timestamptz;

    create table shares (
      token_hash text primary key,
      account_id text not null references accounts,
      order_id text not null references orders,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index on shares (order_id);
    create index on shares (account_id);
    alter table accounts add column watermarks_shares boolean not null default true;
  `)
    .execute(database);
}
