import { type Kysely, sql } from "kysely";

/** The tables as the first version had them; later migrations change them. */
export async function createTables(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table secrets (purpose text primary key, value text not null);

    create table accounts (
      account_id text primary key,
      email text not null unique,
      tier text not null,
      daily_limit integer check (daily_limit >= 0),
      api_version text not null,
      webhook_url text,
      webhook_authentication text,
      webhook_secret text not null,
      created_at timestamptz not null
    );

    create table api_keys (
      key_hash text primary key,
      account_id text not null references accounts,
      sealed_key text not null,
      created_at timestamptz not null
    );
    create index on api_keys (account_id);

    create table orders (
      order_id text primary key,
      account_id text not null references accounts,
      name text,
      is_merging boolean not null default false,
      is_deleted boolean not null default false,
      created_at timestamptz not null,
      last_updated_at timestamptz not null
    );
    create index on orders (account_id, created_at desc, order_id);

    create table images (
      image_id text primary key,
      order_id text not null references orders,
      account_id text not null references accounts,
      image_name text not null,
      status text not null check (status in ('registered', 'processing', 'processed', 'error')),
      status_reason text,
      content_type text,
      preferences jsonb not null,
      dev_mode boolean not null default false,
      downloaded boolean not null default false,
      is_deleted boolean not null default false,
      parent_image_id text,
      attempt integer not null default 0,
      result jsonb,
      metadata jsonb,
      date_added timestamptz not null,
      processed_at timestamptz
    );
    create index on images (order_id, date_added, image_id);

    create table brackets (
      bracket_id text primary key,
      order_id text not null references orders,
      account_id text not null references accounts,
      image_id text references images,
      held_image_id text references images,
      name text not null,
      position integer,
      content_type text,
      source jsonb,
      metadata jsonb,
      is_deleted boolean not null default false,
      created_at timestamptz not null
    );
    create index on brackets (order_id, created_at, bracket_id);
    create index on brackets (image_id, position);

    create table reports (
      report_id text primary key,
      image_id text not null references images,
      account_id text not null references accounts,
      categories jsonb not null,
      comment text,
      score real,
      source text not null,
      created_at timestamptz not null
    );

    create table name_registrations (
      account_id text not null references accounts,
      name text not null,
      registered_at timestamptz not null
    );
    create index on name_registrations (account_id, name, registered_at);

    create table enhancement_days (
      account_id text not null references accounts,
      day text not null,
      enhancements integer not null,
      primary key (account_id, day)
    );

    create table purchases (
      image_id text primary key references images,
      account_id text not null references accounts,
      purchased_at timestamptz not null
    );
    create index on purchases (account_id);

    create table events (
      event_id text primary key,
      sequence integer generated always as identity,
      account_id text not null references accounts,
      order_id text,
      payload jsonb not null,
      state text not null check (state in ('pending', 'delivered', 'dead')),
      attempts integer not null default 0,
      created_at timestamptz not null,
      next_attempt_at timestamptz not null
    );
    create index on events (order_id, sequence) where state = 'pending';
    create index on events (account_id, sequence desc);

    create table deliveries (
      delivery_id integer generated always as identity primary key,
      event_id text not null references events,
      account_id text not null references accounts,
      attempt integer not null,
      attempted_at timestamptz not null,
      status integer,
      error text,
      duration_ms integer not null
    );
    create index on deliveries (account_id, delivery_id desc);
  `)
    .execute(database);
}
