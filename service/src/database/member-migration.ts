import { type Kysely, sql } from "kysely";

/**
 * People sign in as members of an account. Every account gets its first owner, with its e-mail address and password;
 * sessions stay. Sign-in links, invitations of members and e-mails that wait to be sent are new, and so is who acted.
 */
export async function addMembers(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table members (
      member_id text primary key,
      account_id text not null references accounts,
      email text not null unique,
      password_hash text,
      role text not null check (role in ('viewer', 'editor', 'owner')),
      is_operator boolean not null default false,
      created_at timestamptz not null
    );
    create index on members (account_id);
    insert into members (member_id, account_id, email, password_hash, role, created_at)
    select gen_random_uuid()::text, account_id, email, password_hash, 'owner', created_at
    from accounts where state <> 'deleted';
    alter table accounts drop column password_hash;

    alter table sessions add column member_id text references members on delete cascade;
    alter table sessions add column browser text not null default '';
    update sessions set member_id = members.member_id from members where members.account_id = sessions.account_id;
    delete from sessions where member_id is null;
    alter table sessions alter column member_id set not null;
    create index on sessions (member_id);

    create table sign_in_links (
      token_hash text primary key,
      member_id text not null references members on delete cascade,
      expires_at timestamptz not null
    );
    create index on sign_in_links (member_id);
    create index on sign_in_links (expires_at);

    create table member_invitations (
      token_hash text primary key,
      account_id text not null references accounts,
      email text not null,
      role text not null check (role in ('viewer', 'editor', 'owner')),
      expires_at timestamptz not null,
      unique (account_id, email)
    );

    create table mails (
      mail_id text primary key,
      sealed text not null,
      expires_at timestamptz not null
    );
    create index on mails (expires_at);

    alter table account_actions add column actor text;
    alter table account_actions add column member_email text;

    alter table accounts add column same_name_limit integer;
    alter table accounts add column storage_mb integer;
    alter table accounts add column retention_days integer;
  `)
    .execute(database);
}
