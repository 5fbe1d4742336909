
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA pgboss;

CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);

CREATE FUNCTION pgboss.create_queue(queue_name text, options json) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
      INSERT INTO pgboss.queue (
        name,
        policy,
        retry_limit,
        retry_delay,
        retry_backoff,
        expire_seconds,
        retention_minutes,
        dead_letter,
        partition_name
      )
      VALUES (
        queue_name,
        options->>'policy',
        (options->>'retryLimit')::int,
        (options->>'retryDelay')::int,
        (options->>'retryBackoff')::bool,
        (options->>'expireInSeconds')::int,
        (options->>'retentionMinutes')::int,
        options->>'deadLetter',
        table_name
      )
      ON CONFLICT DO NOTHING
      RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', table_name);

      EXECUTE format('ALTER TABLE pgboss.%1$I ADD PRIMARY KEY (name, id)', table_name);
      EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON pgboss.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON pgboss.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
      EXECUTE format('CREATE INDEX %1$s_i5 ON pgboss.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', table_name, queue_name);
    END;
    $_$;

CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      table_name varchar;
    BEGIN
      WITH deleted as (
        DELETE FROM pgboss.queue
        WHERE name = queue_name
        RETURNING partition_name
      )
      SELECT partition_name from deleted INTO table_name;

      EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', table_name);
    END;
    $$;

CREATE FUNCTION public.count_name(of_account text, of_name text, since timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(of_account || ' ' || of_name, 0));
      return (
        select count(*) from name_registrations
        where account_id = of_account and name = of_name and registered_at > since
      );
    end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE pgboss.archive (
    id uuid NOT NULL,
    name text NOT NULL,
    priority integer NOT NULL,
    data jsonb,
    state pgboss.job_state NOT NULL,
    retry_limit integer NOT NULL,
    retry_count integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    start_after timestamp with time zone NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval NOT NULL,
    created_on timestamp with time zone NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    archived_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text
)
PARTITION BY LIST (name);

CREATE TABLE pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'remove-files-dead'::text))
);

CREATE TABLE pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'group-order-dead'::text))
);

CREATE TABLE pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'remove-files'::text))
);

CREATE TABLE pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'inspect-upload-dead'::text))
);

CREATE TABLE pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'enhance-image'::text))
);

CREATE TABLE pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'group-order'::text))
);

CREATE TABLE pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'inspect-upload'::text))
);

CREATE TABLE pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'deliver-events'::text))
);

CREATE TABLE pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'enhance-image-dead'::text))
);

CREATE TABLE pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    CONSTRAINT cjc CHECK ((name = 'deliver-events-dead'::text))
);

CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text,
    retry_limit integer,
    retry_delay integer,
    retry_backoff boolean,
    expire_seconds integer,
    retention_minutes integer,
    dead_letter text,
    partition_name text,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    cron text NOT NULL,
    timezone text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.version (
    version integer NOT NULL,
    maintained_on timestamp with time zone,
    cron_on timestamp with time zone,
    monitored_on timestamp with time zone
);

CREATE TABLE public.accounts (
    account_id text NOT NULL,
    email text NOT NULL,
    tier text NOT NULL,
    daily_limit integer,
    api_version text NOT NULL,
    webhook_url text,
    webhook_authentication text,
    webhook_secret text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    password_hash text,
    CONSTRAINT accounts_daily_limit_check CHECK ((daily_limit >= 0))
);

CREATE TABLE public.api_keys (
    key_hash text NOT NULL,
    account_id text NOT NULL,
    sealed_key text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.brackets (
    bracket_id text NOT NULL,
    order_id text NOT NULL,
    account_id text NOT NULL,
    image_id text,
    held_image_id text,
    name text NOT NULL,
    "position" integer,
    content_type text,
    source jsonb,
    metadata jsonb,
    is_deleted boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.deliveries (
    delivery_id integer NOT NULL,
    event_id text NOT NULL,
    account_id text NOT NULL,
    attempt integer NOT NULL,
    attempted_at timestamp with time zone NOT NULL,
    status integer,
    error text,
    duration_ms integer NOT NULL
);

ALTER TABLE public.deliveries ALTER COLUMN delivery_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.deliveries_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.enhancement_days (
    account_id text NOT NULL,
    day text NOT NULL,
    enhancements integer NOT NULL
);

CREATE TABLE public.events (
    event_id text NOT NULL,
    sequence integer NOT NULL,
    account_id text NOT NULL,
    order_id text,
    payload jsonb NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    CONSTRAINT events_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])))
);

ALTER TABLE public.events ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.events_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.groupings (
    grouping_id text NOT NULL,
    order_id text NOT NULL,
    bracket_ids jsonb
);

CREATE TABLE public.images (
    image_id text NOT NULL,
    order_id text NOT NULL,
    account_id text NOT NULL,
    image_name text NOT NULL,
    status text NOT NULL,
    status_reason text,
    content_type text,
    preferences jsonb NOT NULL,
    dev_mode boolean DEFAULT false NOT NULL,
    downloaded boolean DEFAULT false NOT NULL,
    is_deleted boolean DEFAULT false NOT NULL,
    parent_image_id text,
    attempt integer DEFAULT 0 NOT NULL,
    result jsonb,
    metadata jsonb,
    date_added timestamp with time zone NOT NULL,
    processed_at timestamp with time zone,
    house jsonb,
    CONSTRAINT images_status_check CHECK ((status = ANY (ARRAY['registered'::text, 'processing'::text, 'processed'::text, 'error'::text])))
);

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.name_registrations (
    account_id text NOT NULL,
    name text NOT NULL,
    registered_at timestamp with time zone NOT NULL
);

CREATE TABLE public.orders (
    order_id text NOT NULL,
    account_id text NOT NULL,
    name text,
    is_merging boolean DEFAULT false NOT NULL,
    is_deleted boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_updated_at timestamp with time zone NOT NULL,
    registrations integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.purchases (
    image_id text NOT NULL,
    account_id text NOT NULL,
    purchased_at timestamp with time zone NOT NULL
);

CREATE TABLE public.reports (
    report_id text NOT NULL,
    image_id text NOT NULL,
    account_id text NOT NULL,
    categories jsonb NOT NULL,
    comment text,
    score real,
    source text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.secrets (
    purpose text NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.sessions (
    session_hash text NOT NULL,
    account_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sign_in_tries (
    try_id integer NOT NULL,
    subject text NOT NULL,
    tried_at timestamp with time zone NOT NULL
);

ALTER TABLE public.sign_in_tries ALTER COLUMN try_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sign_in_tries_try_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7 FOR VALUES IN ('remove-files-dead');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de FOR VALUES IN ('group-order-dead');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093 FOR VALUES IN ('remove-files');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a FOR VALUES IN ('inspect-upload-dead');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 FOR VALUES IN ('enhance-image');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513 FOR VALUES IN ('group-order');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 FOR VALUES IN ('inspect-upload');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 FOR VALUES IN ('deliver-events');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9 FOR VALUES IN ('enhance-image-dead');

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e FOR VALUES IN ('deliver-events-dead');

INSERT INTO pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 VALUES ('eecc319e-b44c-41bc-a7f2-7c448d0c13ad', 'enhance-image', 0, '{"attempt": 1, "imageId": "1b8514f1-f301-4825-9bce-c5956b1c208f"}', 'completed', 8, 0, 1, true, '2026-11-29 11:24:34.899014+00', '2026-11-29 11:24:35.251289+00', NULL, NULL, '01:00:00', '2026-11-29 11:24:34.899014+00', '2026-11-29 11:25:04.60808+00', '2026-12-13 11:24:34.899014+00', NULL, 'enhance-image-dead', 'standard');
INSERT INTO pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 VALUES ('b151daa6-deca-4a50-a6cc-7e0d8ee550bc', 'enhance-image', 0, '{"attempt": 1, "imageId": "70b2378a-ce4d-4e00-9f10-51322b0e74ee"}', 'failed', 8, 8, 1, true, '2026-11-29 11:25:06.192746+00', '2026-11-29 11:25:06.269096+00', NULL, NULL, '01:00:00', '2026-11-29 11:25:06.192746+00', '2026-11-29 11:25:07.319722+00', '2026-12-13 11:25:06.192746+00', '{"code": "internal", "kind": "crashed", "name": "EngineFailure", "stack": "EngineFailure: the engine''s process ended (SIGKILL)\n    at ChildProcess.onExit (file:///opt/lightwell/service/dist/engine/engine-pool.js:86:23)\n    at ChildProcess.emit (node:events:536:35)\n    at ChildProcess._handle.onexit (node:internal/child_process:293:12)", "message": "the engine''s process ended (SIGKILL)"}', 'enhance-image-dead', 'standard');
INSERT INTO pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 VALUES ('e79e7100-b73a-4906-8e54-7c828cadf401', 'enhance-image', 0, '{"attempt": 1, "imageId": "70b2378a-ce4d-4e00-9f10-51322b0e74ee"}', 'created', 8, 0, 1, true, '2026-11-29 12:25:07.412+00', NULL, NULL, NULL, '01:00:00', '2026-11-29 11:25:07.408624+00', NULL, '2026-12-13 12:25:07.412+00', NULL, 'enhance-image-dead', 'standard');
INSERT INTO pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 VALUES ('37268c38-2114-4680-927d-166f9d0c8d74', 'enhance-image', 0, '{"attempt": 1, "imageId": "348304eb-0c7b-4481-9ace-eabb4192c2ac"}', 'completed', 8, 0, 1, true, '2026-11-29 11:25:07.896105+00', '2026-11-29 11:25:07.925633+00', NULL, NULL, '01:00:00', '2026-11-29 11:25:07.896105+00', '2026-11-29 11:25:29.824551+00', '2026-12-13 11:25:07.896105+00', NULL, 'enhance-image-dead', 'standard');
INSERT INTO pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 VALUES ('20ebad96-d21d-4eaf-bfd0-a7f2d31a4f4d', 'enhance-image', 0, '{"attempt": 1, "imageId": "f7699691-06c1-4db5-90f5-79d7c69d7b9e"}', 'active', 8, 0, 1, true, '2026-11-29 11:25:30.367225+00', '2026-11-29 11:25:30.413017+00', NULL, NULL, '01:00:00', '2026-11-29 11:25:30.367225+00', NULL, '2026-12-13 11:25:30.367225+00', NULL, 'enhance-image-dead', 'standard');
INSERT INTO pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 VALUES ('3af2d67a-4f74-46de-97de-f5f2698c2163', 'enhance-image', 0, '{"attempt": 1, "imageId": "88ca2d38-2395-40ea-a82d-9dc74ffc3c23"}', 'active', 8, 0, 1, true, '2026-11-29 11:25:30.56176+00', '2026-11-29 11:25:30.599584+00', NULL, NULL, '01:00:00', '2026-11-29 11:25:30.56176+00', NULL, '2026-12-13 11:25:30.56176+00', NULL, 'enhance-image-dead', 'standard');

INSERT INTO pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513 VALUES ('a8c88532-c832-4fb6-aebc-502e1fe76a0a', 'group-order', 0, '{"devMode": false, "orderId": "10000000-0000-4000-8000-000000000002", "grouping": {"by": "size", "size": 2}, "groupingId": "8b1ea558-78cf-4861-8609-5d7f76ea1742", "preferences": {}}', 'active', 8, 0, 1, true, '2026-11-29 11:25:31.980255+00', '2026-11-29 11:25:32.032804+00', NULL, NULL, '00:30:00', '2026-11-29 11:25:31.980255+00', NULL, '2026-12-13 11:25:31.980255+00', NULL, 'group-order-dead', 'standard');

INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('53faa105-c8d4-4b97-9bfc-eac7affed31c', 'inspect-upload', 0, '{"bracketId": "2252633a-56ff-4621-a8e6-24e11538c111"}', 'completed', 3, 0, 1, true, '2026-11-29 11:24:34.899014+00', '2026-11-29 11:24:35.276303+00', NULL, NULL, '00:10:00', '2026-11-29 11:24:34.899014+00', '2026-11-29 11:24:48.779704+00', '2026-12-13 11:24:34.899014+00', NULL, 'inspect-upload-dead', 'standard');
INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('a96173db-0647-4bac-a90f-fcd2ecd37f25', 'inspect-upload', 0, '{"bracketId": "69e42a09-84fc-417c-ac30-0d375dd2d8d0"}', 'completed', 3, 0, 1, true, '2026-11-29 11:25:06.192746+00', '2026-11-29 11:25:06.303701+00', NULL, NULL, '00:10:00', '2026-11-29 11:25:06.192746+00', '2026-11-29 11:25:06.511726+00', '2026-12-13 11:25:06.192746+00', NULL, 'inspect-upload-dead', 'standard');
INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('91f61f28-82e5-446d-b890-b9167d73a03f', 'inspect-upload', 0, '{"bracketId": "ee2a863c-d160-46c6-8b70-30ebcd02a843"}', 'completed', 3, 0, 1, true, '2026-11-29 11:25:07.896105+00', '2026-11-29 11:25:07.935925+00', NULL, NULL, '00:10:00', '2026-11-29 11:25:07.896105+00', '2026-11-29 11:25:18.240336+00', '2026-12-13 11:25:07.896105+00', NULL, 'inspect-upload-dead', 'standard');
INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('8ce644ff-4eca-4edf-a556-73b44f86a79e', 'inspect-upload', 0, '{"bracketId": "c9cdba2c-5264-40de-b10c-8d5d4b92937e"}', 'active', 3, 0, 1, true, '2026-11-29 11:25:30.367225+00', '2026-11-29 11:25:30.414209+00', NULL, NULL, '00:10:00', '2026-11-29 11:25:30.367225+00', NULL, '2026-12-13 11:25:30.367225+00', NULL, 'inspect-upload-dead', 'standard');
INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('3595948c-6ef8-445e-a981-ce816997072a', 'inspect-upload', 0, '{"bracketId": "24701470-8982-4300-9a7f-0ea9d8b59b6d"}', 'created', 3, 0, 1, true, '2026-11-29 11:25:30.56176+00', NULL, NULL, NULL, '00:10:00', '2026-11-29 11:25:30.56176+00', NULL, '2026-12-13 11:25:30.56176+00', NULL, 'inspect-upload-dead', 'standard');
INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('38909ff3-e4ba-49ba-8ed3-c23fd84834d9', 'inspect-upload', 0, '{"bracketId": "b2448e29-0821-4be1-8438-87a6158127ff"}', 'created', 3, 0, 1, true, '2026-11-29 11:25:31.640542+00', NULL, NULL, NULL, '00:10:00', '2026-11-29 11:25:31.640542+00', NULL, '2026-12-13 11:25:31.640542+00', NULL, 'inspect-upload-dead', 'standard');
INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('970cfbf0-5b45-482c-991e-1b3b78ca754f', 'inspect-upload', 0, '{"bracketId": "f2db0839-3370-42e8-8e3a-8b67c12a2ccd"}', 'created', 3, 0, 1, true, '2026-11-29 11:25:31.801043+00', NULL, NULL, NULL, '00:10:00', '2026-11-29 11:25:31.801043+00', NULL, '2026-12-13 11:25:31.801043+00', NULL, 'inspect-upload-dead', 'standard');
INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('25d5a29b-8cd2-451f-9daa-8f1d8e47f708', 'inspect-upload', 0, '{"bracketId": "03b3b7a5-d2e8-4bb1-9942-a79b2ec91fc7"}', 'created', 3, 0, 1, true, '2026-11-29 11:25:31.914763+00', NULL, NULL, NULL, '00:10:00', '2026-11-29 11:25:31.914763+00', NULL, '2026-12-13 11:25:31.914763+00', NULL, 'inspect-upload-dead', 'standard');
INSERT INTO pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 VALUES ('a384cea4-0b49-481f-abd1-6b36891965ce', 'inspect-upload', 0, '{"bracketId": "fba56d2c-051f-472e-8c72-562d2645ac1b"}', 'created', 3, 0, 1, true, '2026-11-29 11:25:31.961062+00', NULL, NULL, NULL, '00:10:00', '2026-11-29 11:25:31.961062+00', NULL, '2026-12-13 11:25:31.961062+00', NULL, 'inspect-upload-dead', 'standard');

INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('8d98e3c2-050b-4030-8995-92bb33174462', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:24:33.13416+00', '2026-11-29 11:24:33.240163+00', 'msg_3b546d8e-1714-4668-aa19-6009a11f8917', NULL, '00:05:00', '2026-11-29 11:24:33.13416+00', '2026-11-29 11:24:34.969422+00', '2026-12-13 11:24:33.13416+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('0c0cc898-cfab-4a98-8673-9ff3b4ab4a4b', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:24:37.29+00', '2026-11-29 11:24:37.378533+00', '10000000-0000-4000-8000-000000000001@1795951477290', NULL, '00:05:00', '2026-11-29 11:24:34.899001+00', '2026-11-29 11:24:37.772362+00', '2026-12-13 11:24:37.29+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('8bca7493-572b-426b-aa48-5a3c98917755', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'created', 10, 0, 1, true, '2026-11-29 11:25:48.693+00', NULL, '10000000-0000-4000-8000-000000000001@1795951548693', NULL, '00:05:00', '2026-11-29 11:24:49.535703+00', NULL, '2026-12-13 11:25:48.693+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('966c6f69-1333-4036-a3d6-74f4a377185e', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:24:49.291+00', '2026-11-29 11:24:49.357521+00', '10000000-0000-4000-8000-000000000001@1795951489291', NULL, '00:05:00', '2026-11-29 11:24:37.744302+00', '2026-11-29 11:24:49.537128+00', '2026-12-13 11:24:49.291+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('245aa884-48b7-40d1-a6e2-01b497ef63c1', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:25:04.59748+00', '2026-11-29 11:25:04.605365+00', 'msg_a5e2d89a-24f7-4025-907a-f2e0dfddbc31', NULL, '00:05:00', '2026-11-29 11:25:04.59748+00', '2026-11-29 11:25:04.610805+00', '2026-12-13 11:25:04.59748+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('c73801b0-6d91-4931-b498-21f16794ffcb', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:25:04.859167+00', '2026-11-29 11:25:05.04874+00', 'msg_caea0acb-e43a-4ab8-9723-30fe96be55cb', NULL, '00:05:00', '2026-11-29 11:25:04.859167+00', '2026-11-29 11:25:05.413274+00', '2026-12-13 11:25:04.859167+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('f2b925c7-9cb7-482c-aa98-095feddb31f5', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:25:07.691352+00', '2026-11-29 11:25:07.799405+00', 'msg_a7cf992d-4fd1-4660-bd6a-75008014899a', NULL, '00:05:00', '2026-11-29 11:25:07.691352+00', '2026-11-29 11:25:07.839689+00', '2026-12-13 11:25:07.691352+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('f0f48466-580c-4249-a1e9-9b41d0a42e04', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:25:29.816079+00', '2026-11-29 11:25:29.821934+00', 'msg_28be49ff-cbaa-4f56-8908-38507d21c6bc', NULL, '00:05:00', '2026-11-29 11:25:29.816079+00', '2026-11-29 11:25:29.825516+00', '2026-12-13 11:25:29.816079+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('4a49e59d-3017-45ed-8fdd-c18e21a3456d', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:25:30.193433+00', '2026-11-29 11:25:30.206774+00', 'msg_e08ec858-1d1c-4cc4-8eb2-a6025757e7b0', NULL, '00:05:00', '2026-11-29 11:25:30.193433+00', '2026-11-29 11:25:30.239707+00', '2026-12-13 11:25:30.193433+00', NULL, 'deliver-events-dead', 'short');
INSERT INTO pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 VALUES ('19ccb5df-885a-4846-9245-a61877fe1366', 'deliver-events', 0, '{"orderKey": "10000000-0000-4000-8000-000000000001"}', 'completed', 10, 0, 1, true, '2026-11-29 11:25:30.488365+00', '2026-11-29 11:25:30.531712+00', 'msg_09fbeb22-4abc-4cc7-b65b-60ed4a7f4a74', NULL, '00:05:00', '2026-11-29 11:25:30.488365+00', '2026-11-29 11:25:30.546351+00', '2026-12-13 11:25:30.488365+00', NULL, 'deliver-events-dead', 'short');

INSERT INTO pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9 VALUES ('b7da827c-02c9-4ce8-8f10-a7b588c9105f', 'enhance-image-dead', 0, '{"attempt": 1, "imageId": "70b2378a-ce4d-4e00-9f10-51322b0e74ee"}', 'completed', 8, 0, 0, false, '2026-11-29 11:25:07.319722+00', '2026-11-29 11:25:07.326039+00', NULL, NULL, '00:15:00', '2026-11-29 11:25:07.319722+00', '2026-11-29 11:25:07.447718+00', '2026-12-27 11:25:06.192746+00', NULL, NULL, NULL);

INSERT INTO pgboss.queue VALUES ('group-order-dead', 'standard', 5, NULL, true, NULL, NULL, NULL, 'j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de', '2026-11-29 11:24:20.091123+00', '2026-11-29 11:24:20.091123+00');
INSERT INTO pgboss.queue VALUES ('group-order', 'standard', 8, 1, true, 1800, NULL, 'group-order-dead', 'j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513', '2026-11-29 11:24:20.138376+00', '2026-11-29 11:24:20.189638+00');
INSERT INTO pgboss.queue VALUES ('enhance-image-dead', 'standard', 5, NULL, true, NULL, NULL, NULL, 'jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9', '2026-11-29 11:24:20.193144+00', '2026-11-29 11:24:20.193144+00');
INSERT INTO pgboss.queue VALUES ('enhance-image', 'standard', 8, 1, true, 3600, NULL, 'enhance-image-dead', 'j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109', '2026-11-29 11:24:20.235725+00', '2026-11-29 11:24:20.318987+00');
INSERT INTO pgboss.queue VALUES ('inspect-upload-dead', 'standard', 5, NULL, true, NULL, NULL, NULL, 'j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a', '2026-11-29 11:24:20.326479+00', '2026-11-29 11:24:20.326479+00');
INSERT INTO pgboss.queue VALUES ('inspect-upload', 'standard', 3, 1, true, 600, NULL, 'inspect-upload-dead', 'jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9', '2026-11-29 11:24:20.356252+00', '2026-11-29 11:24:20.4237+00');
INSERT INTO pgboss.queue VALUES ('remove-files-dead', 'standard', 5, NULL, true, NULL, NULL, NULL, 'j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7', '2026-11-29 11:24:20.451154+00', '2026-11-29 11:24:20.451154+00');
INSERT INTO pgboss.queue VALUES ('remove-files', 'standard', 10, 1, true, 600, NULL, 'remove-files-dead', 'j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093', '2026-11-29 11:24:20.563717+00', '2026-11-29 11:24:20.610427+00');
INSERT INTO pgboss.queue VALUES ('deliver-events-dead', 'standard', 5, NULL, true, NULL, NULL, NULL, 'jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e', '2026-11-29 11:24:20.61913+00', '2026-11-29 11:24:20.61913+00');
INSERT INTO pgboss.queue VALUES ('deliver-events', 'short', 10, 1, true, 300, NULL, 'deliver-events-dead', 'jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121', '2026-11-29 11:24:20.655689+00', '2026-11-29 11:24:20.719709+00');

INSERT INTO pgboss.version VALUES (24, '2026-11-29 11:25:20.099738+00', NULL, NULL);

INSERT INTO public.accounts VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'admin@localhost', 'standard', NULL, '2026-10-01', 'http://127.0.0.1:9/hook', NULL, 'whsec_sswl+5toG7ju9OMZTjEpPEVGqWGfWnBd', '2026-11-29 11:24:32.663+00', 'scrypt$32768$8$3$jxf2zVMoFIW2orJOj7zL7A$k4PTTvrGa7SnWDr09JWAXnSrtDQLmOB86ZzqcUmMdDY');

INSERT INTO public.api_keys VALUES ('21fcacaf2290c2b6f7e0bddd2244d5392ca241b9aab51bc5fdca552b8879970c', '620de792-da34-4a31-ab0e-9d44a933bde1', 'vOMMYkVZJL2uwhKBUlSHrb--uVVMLfYznx0nCFPLEu_e3kLw7-hgkxGvuEtoPPciDY8uT_Jb_Dobtel-t1wkBuFacJR5k5ZEWmk', '2026-11-29 11:24:32.677+00');

INSERT INTO public.brackets VALUES ('2252633a-56ff-4621-a8e6-24e11538c111', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', '1b8514f1-f301-4825-9bce-c5956b1c208f', NULL, 'done.jpg', 0, NULL, '{"key": "source/42/424718bd-6675-437e-be12-4ce70898a1bb", "format": "jpeg", "sha256": "250358224e8d02bb63f06bffb6c291f19f5e6aab11d268d3736f52f302bcd147", "sizeBytes": 558}', '{"iso": null, "lens": null, "make": null, "ev100": null, "model": null, "width": 96, "format": "jpeg", "height": 64, "f_number": null, "captured_at": null, "is_threesixty": false, "exposure_time_s": null, "exposure_bias_ev": null}', false, '2026-11-29 11:24:33.14+00');
INSERT INTO public.brackets VALUES ('69e42a09-84fc-417c-ac30-0d375dd2d8d0', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', '70b2378a-ce4d-4e00-9f10-51322b0e74ee', NULL, 'parked.jpg', 0, NULL, '{"key": "source/66/664622aa-8a00-48bd-ac5f-8698aa92b3ab", "format": "jpeg", "sha256": "ede6f80dcb8894043a73f6c6183bacae511d758acad5ae76edfa63abd5dd21ec", "sizeBytes": 560}', NULL, false, '2026-11-29 11:25:04.875+00');
INSERT INTO public.brackets VALUES ('ee2a863c-d160-46c6-8b70-30ebcd02a843', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', '348304eb-0c7b-4481-9ace-eabb4192c2ac', NULL, 'warm.jpg', 0, NULL, '{"key": "source/0a/0ac1ff13-07a4-4e88-aad2-7815ca763262", "format": "jpeg", "sha256": "c17722be6cd261ba2a7a8675398d0bbd528879b6874d4aa731466257104767a7", "sizeBytes": 560}', '{"iso": null, "lens": null, "make": null, "ev100": null, "model": null, "width": 96, "format": "jpeg", "height": 64, "f_number": null, "captured_at": null, "is_threesixty": false, "exposure_time_s": null, "exposure_bias_ev": null}', false, '2026-11-29 11:25:07.692+00');
INSERT INTO public.brackets VALUES ('c9cdba2c-5264-40de-b10c-8d5d4b92937e', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', 'f7699691-06c1-4db5-90f5-79d7c69d7b9e', NULL, 'running.jpg', 0, NULL, '{"key": "source/d4/d4057b42-51d0-4007-8186-7b960cd766dc", "format": "jpeg", "sha256": "7e30c5aae9fc8d8bdba37482d15d7e48ee6485e951f106f2eb3b1d90bdbad76e", "sizeBytes": 560}', NULL, false, '2026-11-29 11:25:30.193+00');
INSERT INTO public.brackets VALUES ('24701470-8982-4300-9a7f-0ea9d8b59b6d', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', '88ca2d38-2395-40ea-a82d-9dc74ffc3c23', NULL, 'waiting.jpg', 0, NULL, '{"key": "source/4e/4efd8e32-1100-4337-b81c-7a68240c6b8b", "format": "jpeg", "sha256": "abb41896cf005c86e55e05089efff0279761d319b8f4b05aeb278ce196c25df9", "sizeBytes": 560}', NULL, false, '2026-11-29 11:25:30.5+00');
INSERT INTO public.brackets VALUES ('b2448e29-0821-4be1-8438-87a6158127ff', '10000000-0000-4000-8000-000000000002', '620de792-da34-4a31-ab0e-9d44a933bde1', NULL, NULL, 'frame-0.jpg', NULL, NULL, '{"key": "source/c6/c6f245a6-ba6d-4181-9c96-5faf33e4b52f", "format": "jpeg", "sha256": "6a990262344d8cc59e0880930107147588205d658e43d35b86042b24dd0185c5", "sizeBytes": 560}', NULL, false, '2026-11-29 11:25:31.446+00');
INSERT INTO public.brackets VALUES ('f2db0839-3370-42e8-8e3a-8b67c12a2ccd', '10000000-0000-4000-8000-000000000002', '620de792-da34-4a31-ab0e-9d44a933bde1', NULL, NULL, 'frame-1.jpg', NULL, NULL, '{"key": "source/be/be12f857-a2fc-4f00-801c-8d254611a67c", "format": "jpeg", "sha256": "81eefcc558988b77a3a884034e5b5c12e0e3c06c824282f0b7ef761c13903784", "sizeBytes": 560}', NULL, false, '2026-11-29 11:25:31.666+00');
INSERT INTO public.brackets VALUES ('03b3b7a5-d2e8-4bb1-9942-a79b2ec91fc7', '10000000-0000-4000-8000-000000000002', '620de792-da34-4a31-ab0e-9d44a933bde1', NULL, NULL, 'frame-2.jpg', NULL, NULL, '{"key": "source/71/71a074c6-b81a-4171-8443-ac37b2bc8033", "format": "jpeg", "sha256": "a64e167222de822a2a649fe7aa814076cf7d554a6aefcda67f9d9ac1a4ef1d4a", "sizeBytes": 560}', NULL, false, '2026-11-29 11:25:31.813+00');
INSERT INTO public.brackets VALUES ('fba56d2c-051f-472e-8c72-562d2645ac1b', '10000000-0000-4000-8000-000000000002', '620de792-da34-4a31-ab0e-9d44a933bde1', NULL, NULL, 'frame-3.jpg', NULL, NULL, '{"key": "source/f3/f3d4ec59-b0e9-4d34-8596-05561091cde5", "format": "jpeg", "sha256": "f30db117c6d5782454654e8bda7413cab7fdb5bd55afd03c98deb6ae1fc27539", "sizeBytes": 562}', NULL, false, '2026-11-29 11:25:31.934+00');

INSERT INTO public.deliveries OVERRIDING SYSTEM VALUE VALUES (1, 'msg_3b546d8e-1714-4668-aa19-6009a11f8917', '620de792-da34-4a31-ab0e-9d44a933bde1', 1, '2026-11-29 11:24:34.409+00', NULL, 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', 290);
INSERT INTO public.deliveries OVERRIDING SYSTEM VALUE VALUES (2, 'msg_3b546d8e-1714-4668-aa19-6009a11f8917', '620de792-da34-4a31-ab0e-9d44a933bde1', 2, '2026-11-29 11:24:37.577+00', NULL, 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', 50);
INSERT INTO public.deliveries OVERRIDING SYSTEM VALUE VALUES (3, 'msg_3b546d8e-1714-4668-aa19-6009a11f8917', '620de792-da34-4a31-ab0e-9d44a933bde1', 3, '2026-11-29 11:24:49.392+00', NULL, 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', 55);

INSERT INTO public.enhancement_days VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', '2026-11-29', 5);

INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('msg_3b546d8e-1714-4668-aa19-6009a11f8917', 1, '620de792-da34-4a31-ab0e-9d44a933bde1', '10000000-0000-4000-8000-000000000001', '{"event": "image_registered", "image_id": "1b8514f1-f301-4825-9bce-c5956b1c208f", "order_id": "10000000-0000-4000-8000-000000000001"}', 'pending', 3, '2026-11-29 11:24:33.193+00', '2026-11-29 11:25:48.693+00');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('msg_a5e2d89a-24f7-4025-907a-f2e0dfddbc31', 2, '620de792-da34-4a31-ab0e-9d44a933bde1', '10000000-0000-4000-8000-000000000001', '{"error": false, "event": "image_processed", "image_id": "1b8514f1-f301-4825-9bce-c5956b1c208f", "order_id": "10000000-0000-4000-8000-000000000001", "order_is_processing": false}', 'pending', 0, '2026-11-29 11:25:04.602+00', '2026-11-29 11:25:04.602+00');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('msg_caea0acb-e43a-4ab8-9723-30fe96be55cb', 3, '620de792-da34-4a31-ab0e-9d44a933bde1', '10000000-0000-4000-8000-000000000001', '{"event": "image_registered", "image_id": "70b2378a-ce4d-4e00-9f10-51322b0e74ee", "order_id": "10000000-0000-4000-8000-000000000001"}', 'pending', 0, '2026-11-29 11:25:04.986+00', '2026-11-29 11:25:04.986+00');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('msg_a7cf992d-4fd1-4660-bd6a-75008014899a', 4, '620de792-da34-4a31-ab0e-9d44a933bde1', '10000000-0000-4000-8000-000000000001', '{"event": "image_registered", "image_id": "348304eb-0c7b-4481-9ace-eabb4192c2ac", "order_id": "10000000-0000-4000-8000-000000000001"}', 'pending', 0, '2026-11-29 11:25:07.724+00', '2026-11-29 11:25:07.724+00');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('msg_28be49ff-cbaa-4f56-8908-38507d21c6bc', 5, '620de792-da34-4a31-ab0e-9d44a933bde1', '10000000-0000-4000-8000-000000000001', '{"error": false, "event": "image_processed", "image_id": "348304eb-0c7b-4481-9ace-eabb4192c2ac", "order_id": "10000000-0000-4000-8000-000000000001", "order_is_processing": true}', 'pending', 0, '2026-11-29 11:25:29.819+00', '2026-11-29 11:25:29.819+00');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('msg_e08ec858-1d1c-4cc4-8eb2-a6025757e7b0', 6, '620de792-da34-4a31-ab0e-9d44a933bde1', '10000000-0000-4000-8000-000000000001', '{"event": "image_registered", "image_id": "f7699691-06c1-4db5-90f5-79d7c69d7b9e", "order_id": "10000000-0000-4000-8000-000000000001"}', 'pending', 0, '2026-11-29 11:25:30.2+00', '2026-11-29 11:25:30.2+00');
INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES ('msg_09fbeb22-4abc-4cc7-b65b-60ed4a7f4a74', 7, '620de792-da34-4a31-ab0e-9d44a933bde1', '10000000-0000-4000-8000-000000000001', '{"event": "image_registered", "image_id": "88ca2d38-2395-40ea-a82d-9dc74ffc3c23", "order_id": "10000000-0000-4000-8000-000000000001"}', 'pending', 0, '2026-11-29 11:25:30.512+00', '2026-11-29 11:25:30.512+00');

INSERT INTO public.groupings VALUES ('8b1ea558-78cf-4861-8609-5d7f76ea1742', '10000000-0000-4000-8000-000000000002', NULL);

INSERT INTO public.images VALUES ('1b8514f1-f301-4825-9bce-c5956b1c208f', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', 'done.jpg', 'processed', NULL, NULL, '{}', false, false, false, NULL, 1, '{"full": {"key": "full/4a/4a26fffd-9426-4d41-a257-304d5c725460", "width": 96, "height": 64, "sha256": "65dc9dbd7a0d3750449623f4976f67323900a6beb738def10f0a4732ae2c1571", "sizeBytes": 8845}, "check": {"rung": "unmerged", "passed": true, "findings": []}, "preview": {"key": "preview/66/66b9afae-bbd6-4b0f-8c1b-00773ff93235", "width": 96, "height": 64, "sha256": "c4f9acb1f5249422317b25d84537897c517c1b0da347f5605dadd91d23d4c995", "sizeBytes": 7861}, "warnings": ["lens: the picture does not say which camera took it"], "isThreesixty": false}', '{"iso": null, "lens": null, "make": null, "ev100": null, "model": null, "width": 96, "format": "jpeg", "height": 64, "f_number": null, "captured_at": null, "is_threesixty": false, "exposure_time_s": null, "exposure_bias_ev": null}', '2026-11-29 11:24:33.14+00', '2026-11-29 11:25:04.599+00', NULL);
INSERT INTO public.images VALUES ('70b2378a-ce4d-4e00-9f10-51322b0e74ee', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', 'parked.jpg', 'processing', 'waiting for the operator: the service failed, not the picture; nothing has to be sent again', NULL, '{}', false, false, false, NULL, 1, NULL, NULL, '2026-11-29 11:25:04.875+00', NULL, NULL);
INSERT INTO public.images VALUES ('348304eb-0c7b-4481-9ace-eabb4192c2ac', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', 'warm.jpg', 'processed', NULL, NULL, '{}', false, false, false, NULL, 1, '{"full": {"key": "full/e5/e53a82d6-7049-419e-9f24-861d59017e45", "width": 96, "height": 64, "sha256": "caa1abd3aefb40acb6c882208d9eb225d6582f19a8cb6ec169a4da8d639e5baf", "sizeBytes": 8837}, "check": {"rung": "unmerged", "passed": true, "findings": []}, "preview": {"key": "preview/88/881f9dec-5e11-4967-b3fd-1e1e16789ee9", "width": 96, "height": 64, "sha256": "498fc8dc2345ba63e044131c2c4eb2d9efce40082abbb190fa6cec94bce58527", "sizeBytes": 7853}, "warnings": ["lens: the picture does not say which camera took it"], "isThreesixty": false}', '{"iso": null, "lens": null, "make": null, "ev100": null, "model": null, "width": 96, "format": "jpeg", "height": 64, "f_number": null, "captured_at": null, "is_threesixty": false, "exposure_time_s": null, "exposure_bias_ev": null}', '2026-11-29 11:25:07.692+00', '2026-11-29 11:25:29.817+00', NULL);
INSERT INTO public.images VALUES ('f7699691-06c1-4db5-90f5-79d7c69d7b9e', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', 'running.jpg', 'processing', NULL, NULL, '{}', false, false, false, NULL, 1, NULL, NULL, '2026-11-29 11:25:30.193+00', NULL, NULL);
INSERT INTO public.images VALUES ('88ca2d38-2395-40ea-a82d-9dc74ffc3c23', '10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', 'waiting.jpg', 'processing', NULL, NULL, '{}', false, false, false, NULL, 1, NULL, NULL, '2026-11-29 11:25:30.5+00', NULL, NULL);

INSERT INTO public.kysely_migration VALUES ('001-tables', '2026-11-29T11:24:17.802Z');
INSERT INTO public.kysely_migration VALUES ('002-sign-in', '2026-11-29T11:24:17.849Z');
INSERT INTO public.kysely_migration VALUES ('003-house', '2026-11-29T11:24:17.881Z');
INSERT INTO public.kysely_migration VALUES ('004-retention', '2026-11-29T11:24:17.890Z');
INSERT INTO public.kysely_migration VALUES ('005-groupings', '2026-11-29T11:24:17.892Z');
INSERT INTO public.kysely_migration VALUES ('006-registrations', '2026-11-29T11:24:17.960Z');
INSERT INTO public.kysely_migration VALUES ('007-count-name', '2026-11-29T11:24:17.980Z');

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'done.jpg', '2026-11-29 11:24:33.14+00');
INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'parked.jpg', '2026-11-29 11:25:04.875+00');
INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'warm.jpg', '2026-11-29 11:25:07.692+00');
INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'running.jpg', '2026-11-29 11:25:30.193+00');
INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'waiting.jpg', '2026-11-29 11:25:30.5+00');
INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'frame-0.jpg', '2026-11-29 11:25:31.446+00');
INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'frame-1.jpg', '2026-11-29 11:25:31.666+00');
INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'frame-2.jpg', '2026-11-29 11:25:31.813+00');
INSERT INTO public.name_registrations VALUES ('620de792-da34-4a31-ab0e-9d44a933bde1', 'frame-3.jpg', '2026-11-29 11:25:31.934+00');

INSERT INTO public.orders VALUES ('10000000-0000-4000-8000-000000000001', '620de792-da34-4a31-ab0e-9d44a933bde1', NULL, false, false, '2026-11-29 11:24:33.14+00', '2026-11-29 11:25:30.575+00', 5);
INSERT INTO public.orders VALUES ('10000000-0000-4000-8000-000000000002', '620de792-da34-4a31-ab0e-9d44a933bde1', NULL, true, false, '2026-11-29 11:25:30.672+00', '2026-11-29 11:25:32.002+00', 4);

INSERT INTO public.secrets VALUES ('root', 'io99jQDLrT+Nz138C4JdUfkwsWOVxhzsMjwl1KgYWJ0=');

SELECT pg_catalog.setval('public.deliveries_delivery_id_seq', 3, true);

SELECT pg_catalog.setval('public.events_sequence_seq', 7, true);

SELECT pg_catalog.setval('public.sign_in_tries_try_id_seq', 1, false);

ALTER TABLE ONLY pgboss.archive
    ADD CONSTRAINT archive_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7
    ADD CONSTRAINT j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de
    ADD CONSTRAINT j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093
    ADD CONSTRAINT j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a
    ADD CONSTRAINT j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109
    ADD CONSTRAINT j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513
    ADD CONSTRAINT j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9
    ADD CONSTRAINT jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121
    ADD CONSTRAINT jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9
    ADD CONSTRAINT jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e
    ADD CONSTRAINT jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name);

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);

ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (key_hash);

ALTER TABLE ONLY public.brackets
    ADD CONSTRAINT brackets_pkey PRIMARY KEY (bracket_id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (delivery_id);

ALTER TABLE ONLY public.enhancement_days
    ADD CONSTRAINT enhancement_days_pkey PRIMARY KEY (account_id, day);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.groupings
    ADD CONSTRAINT groupings_pkey PRIMARY KEY (grouping_id);

ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_pkey PRIMARY KEY (image_id);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_pkey PRIMARY KEY (image_id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (report_id);

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (purpose);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (session_hash);

ALTER TABLE ONLY public.sign_in_tries
    ADD CONSTRAINT sign_in_tries_pkey PRIMARY KEY (try_id);

CREATE INDEX archive_i1 ON pgboss.archive USING btree (archived_on);

CREATE UNIQUE INDEX j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7_i1 ON pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7_i2 ON pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7_i3 ON pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7_i4 ON pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7_i5 ON pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de_i1 ON pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de_i2 ON pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de_i3 ON pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de_i4 ON pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de_i5 ON pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093_i1 ON pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093_i2 ON pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093_i3 ON pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093_i4 ON pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093_i5 ON pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a_i1 ON pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a_i2 ON pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a_i3 ON pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a_i4 ON pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a_i5 ON pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109_i1 ON pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109_i2 ON pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109_i3 ON pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109_i4 ON pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109_i5 ON pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513_i1 ON pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513_i2 ON pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513_i3 ON pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513_i4 ON pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513_i5 ON pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9_i1 ON pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9_i2 ON pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9_i3 ON pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9_i4 ON pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9_i5 ON pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121_i1 ON pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121_i2 ON pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121_i3 ON pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121_i4 ON pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121_i5 ON pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9_i1 ON pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9_i2 ON pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9 USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9_i3 ON pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9 USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9_i4 ON pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9_i5 ON pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9 USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE UNIQUE INDEX jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e_i1 ON pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE UNIQUE INDEX jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e_i2 ON pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e_i3 ON pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e_i4 ON pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e_i5 ON pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e USING btree (name, start_after) INCLUDE (priority, created_on, id) WHERE (state < 'active'::pgboss.job_state);

CREATE INDEX api_keys_account_id_idx ON public.api_keys USING btree (account_id);

CREATE INDEX brackets_image_id_position_idx ON public.brackets USING btree (image_id, "position");

CREATE INDEX brackets_order_id_created_at_bracket_id_idx ON public.brackets USING btree (order_id, created_at, bracket_id);

CREATE INDEX deliveries_account_id_delivery_id_idx ON public.deliveries USING btree (account_id, delivery_id DESC);

CREATE INDEX deliveries_event_id_idx ON public.deliveries USING btree (event_id);

CREATE INDEX events_account_id_sequence_idx ON public.events USING btree (account_id, sequence DESC);

CREATE INDEX events_created_at_idx ON public.events USING btree (created_at) WHERE (state <> 'pending'::text);

CREATE INDEX events_order_id_sequence_idx ON public.events USING btree (order_id, sequence) WHERE (state = 'pending'::text);

CREATE INDEX groupings_order_id_idx ON public.groupings USING btree (order_id);

CREATE INDEX images_order_id_date_added_image_id_idx ON public.images USING btree (order_id, date_added, image_id);

CREATE INDEX name_registrations_account_id_name_registered_at_idx ON public.name_registrations USING btree (account_id, name, registered_at);

CREATE INDEX name_registrations_registered_at_idx ON public.name_registrations USING btree (registered_at);

CREATE INDEX orders_account_id_created_at_order_id_idx ON public.orders USING btree (account_id, created_at DESC, order_id);

CREATE INDEX purchases_account_id_idx ON public.purchases USING btree (account_id);

CREATE INDEX sessions_account_id_idx ON public.sessions USING btree (account_id);

CREATE INDEX sign_in_tries_subject_tried_at_idx ON public.sign_in_tries USING btree (subject, tried_at);

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9_pkey;

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e_pkey;

ALTER TABLE ONLY pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j29bfe453b6c467a4521d127929e436b03793ca9c35ffc0e144cbb4f7
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j374eb541f7b61f75efeca4dcca4aab2bc5e6b17eaf584eef196792de
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j734cb698912c6b3ed2c0ca2dd62d059e475c74aedb0426badded1093
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j740569439211212f630b423c429c6a183ad8f5841c3fafa4c79d193a
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j787ad0d9d78b11c657da14c08fda6b28e6bae802da83eb7e92180109
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.j967787d485c60a7b63aeed32e5ce7ac542d2c34e9fe21a92c526e513
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jbace4f06939a29dbdef259ed9792d5dfaeec6617c58cea47afbd6ea9
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jceae0d05a9965060f0732303e9d1d74494b15b6044a3d4e890187121
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jd7ccfa763a5db0b63c8b6f0ea4dbf9173818264baa876f743d9bfcd9
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.jf9befbf7b6507e80794a9b439251a96b78415f63e466b23fd47d412e
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.brackets
    ADD CONSTRAINT brackets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.brackets
    ADD CONSTRAINT brackets_held_image_id_fkey FOREIGN KEY (held_image_id) REFERENCES public.images(image_id);

ALTER TABLE ONLY public.brackets
    ADD CONSTRAINT brackets_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.images(image_id);

ALTER TABLE ONLY public.brackets
    ADD CONSTRAINT brackets_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(order_id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(event_id);

ALTER TABLE ONLY public.enhancement_days
    ADD CONSTRAINT enhancement_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.groupings
    ADD CONSTRAINT groupings_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(order_id);

ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.images
    ADD CONSTRAINT images_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(order_id);

ALTER TABLE ONLY public.name_registrations
    ADD CONSTRAINT name_registrations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.images(image_id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.images(image_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id);

