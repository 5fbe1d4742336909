import type { ColumnType, Generated } from "kysely";
import type { Tier } from "../domain/account.ts";
import type { Preferences } from "../domain/preferences.ts";
import type { ImageStatus } from "../domain/statuses.ts";
import type {
  InvitationsTable,
  MailsTable,
  MemberInvitationsTable,
  MembersTable,
  SessionsTable,
  SignInLinksTable,
  SignInTriesTable,
} from "./sign-in-tables.ts";
import type { ImageHouse, ImageResult, StoredSource, StoredSummary } from "./stored-values.ts";

/** A column with jsonb: written as text, read as the value. */
type Json<T> = ColumnType<T, string, string>;
type Time = ColumnType<Date, Date, Date>;

/** Every table. Ids are text, since clients may choose those of images and orders; times are timestamptz. */
export interface Tables {
  readonly secrets: SecretsTable;
  readonly accounts: AccountsTable;
  readonly api_keys: ApiKeysTable;
  readonly orders: OrdersTable;
  readonly groupings: GroupingsTable;
  readonly images: ImagesTable;
  readonly brackets: BracketsTable;
  readonly resumable_uploads: ResumableUploadsTable;
  readonly upload_parts: UploadPartsTable;
  readonly shares: SharesTable;
  readonly reports: ReportsTable;
  readonly name_registrations: NameRegistrationsTable;
  readonly enhancement_days: EnhancementDaysTable;
  readonly purchases: PurchasesTable;
  readonly events: EventsTable;
  readonly deliveries: DeliveriesTable;
  readonly members: MembersTable;
  readonly member_invitations: MemberInvitationsTable;
  readonly sessions: SessionsTable;
  readonly sign_in_links: SignInLinksTable;
  readonly mails: MailsTable;
  readonly sign_in_tries: SignInTriesTable;
  readonly invitations: InvitationsTable;
  readonly account_actions: AccountActionsTable;
  readonly unreferenced_files: UnreferencedFilesTable;
  readonly maintenance_runs: MaintenanceRunsTable;
}

/** Random keys made at first start, by purpose: signing addresses, sealing API keys. */
interface SecretsTable {
  purpose: string;
  /** Base64. */
  value: string;
}

interface AccountsTable {
  account_id: string;
  /** In lower case. */
  email: string;
  tier: Tier;
  /** Suspended and deleted accounts can do nothing. */
  state: Generated<"active" | "suspended" | "deleted">;
  /** Enhancements a day; null, as in the other limits: what the limits file, the tier or the settings say. */
  daily_limit: number | null;
  /** Registrations of one file name an hour. */
  same_name_limit: Generated<number | null>;
  /** Space for uploads and pictures, in MB; 0: unlimited. */
  storage_mb: Generated<number | null>;
  /** Days that an order is kept after its last change; 0: until it is deleted. */
  retention_days: Generated<number | null>;
  /** The version of requests without the header x-api-version. */
  api_version: string;
  webhook_url: string | null;
  webhook_authentication: string | null;
  /** Signs deliveries (Standard Webhooks), `whsec_…`. */
  webhook_secret: string;
  /** Until then, the former secret signs deliveries too. */
  former_webhook_secret: Generated<string | null>;
  former_webhook_secret_until: Generated<Date | null>;
  /** Whether pictures that were not bought have a watermark on shared pages. */
  watermarks_shares: Generated<boolean>;
  created_at: Time;
}

interface ApiKeysTable {
  /** SHA-256 of the key, hex. */
  key_hash: string;
  account_id: string;
  /** AES-256-GCM under the service's secret, so that the settings page can reveal it. */
  sealed_key: string;
  created_at: Time;
}

interface OrdersTable {
  order_id: string;
  account_id: string;
  name: string | null;
  /** Whether a grouping of it is running or waiting. */
  is_merging: Generated<boolean>;
  is_deleted: Generated<boolean>;
  /** An upper bound of its images and of its brackets. */
  registrations: Generated<number>;
  created_at: Time;
  last_updated_at: Time;
}

/** Groupings that have not ended. */
interface GroupingsTable {
  grouping_id: string;
  order_id: string;
  /** The only brackets that it may use; null: all that were uploaded. */
  bracket_ids: ColumnType<readonly string[] | null, string | null, never>;
}

interface ImagesTable {
  image_id: string;
  order_id: string;
  account_id: string;
  image_name: string;
  status: ImageStatus;
  status_reason: string | null;
  /** Set when `content_type` was registered: the upload's header must match. */
  content_type: string | null;
  /** As sent; null and absent fields take their defaults. */
  preferences: Json<Preferences>;
  dev_mode: Generated<boolean>;
  downloaded: Generated<boolean>;
  is_deleted: Generated<boolean>;
  parent_image_id: string | null;
  /** The grouping that created it, which also begins it; null: its upload begins it. */
  grouping_id: string | null;
  /** Number of requested enhancements: results of an older attempt are dropped. */
  attempt: Generated<number>;
  /** What the engine found and made; null until processed. */
  result: Json<ImageResult> | null;
  /**
   * What the order's other rooms contributed when it was grouped; kept, so that enhancing it again gives the same
   * picture.
   */
  house: Json<ImageHouse> | null;
  /** Read from the source's metadata. */
  metadata: Json<Record<string, unknown>> | null;
  /** Why its frames form one image, in plain words; null if a client said so or in images of earlier versions. */
  reasons: ColumnType<readonly string[] | null, string | null | undefined, string | null>;
  /** The bracket that was chosen as its reference; it counts only while it belongs to the image. */
  reference_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the studio approved the picture. */
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  date_added: Time;
  processed_at: Time | null;
}

interface BracketsTable {
  bracket_id: string;
  order_id: string;
  account_id: string;
  image_id: string | null;
  name: string;
  /** The image that was registered with `hdr: true` for this upload; it becomes, or joins, an image of its set. */
  held_image_id: string | null;
  /** Place in its image, 0 first; null until grouped. */
  position: number | null;
  content_type: string | null;
  /** When its upload address expires; null for brackets that wait to be grouped. */
  upload_until: Time | null;
  /** The stored upload; null until it is complete. */
  source: Json<StoredSource> | null;
  metadata: Json<Record<string, unknown>> | null;
  /** What grouping needs of the upload; null until it was read. */
  summary: Json<StoredSummary> | null;
  is_deleted: Generated<boolean>;
  created_at: Time;
}

/** Brackets whose bytes come in parts from the pages for studios. */
interface ResumableUploadsTable {
  bracket_id: string;
  account_id: string;
  order_id: string;
  /** Of the whole file. */
  size_bytes: number;
  /** When the file was last changed, as its browser says; identifies it together with its name and size. */
  modified_ms: number;
  /** When the parts are removed if the upload is still not complete. */
  expires_at: Time;
}

/** Parts that have arrived, without a gap. */
interface UploadPartsTable {
  bracket_id: string;
  account_id: string;
  start_bytes: number;
  size_bytes: number;
  storage_key: string;
}

/** Links to an order for people without an account. */
interface SharesTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  account_id: string;
  order_id: string;
  created_at: Time;
  expires_at: Time;
}

interface ReportsTable {
  report_id: string;
  image_id: string;
  account_id: string;
  categories: Json<readonly string[]>;
  comment: string | null;
  score: number | null;
  source: string;
  created_at: Time;
}

interface NameRegistrationsTable {
  account_id: string;
  name: string;
  registered_at: Time;
}

interface EnhancementDaysTable {
  account_id: string;
  /** UTC day, 2026-11-21. */
  day: string;
  enhancements: number;
}

interface PurchasesTable {
  image_id: string;
  account_id: string;
  purchased_at: Time;
}

interface EventsTable {
  /** The webhook-id. */
  event_id: string;
  sequence: Generated<number>;
  account_id: string;
  order_id: string | null;
  payload: Json<Record<string, unknown>>;
  state: "pending" | "delivered" | "dead";
  attempts: Generated<number>;
  created_at: Time;
  next_attempt_at: Time;
  /** W3C `traceparent` of its cause; null if that was not traced. */
  trace: string | null;
}

interface DeliveriesTable {
  delivery_id: Generated<number>;
  event_id: string;
  account_id: string;
  attempt: number;
  attempted_at: Time;
  /** The receiver's answer; null when none came. */
  status: number | null;
  error: string | null;
  duration_ms: number;
}

/** The record of actions on accounts. */
interface AccountActionsTable {
  action_id: Generated<string>;
  /** Null if there was only an invitation. */
  account_id: string | null;
  /** The account's id, once it is erased. */
  email: string;
  action: string;
  detail: string | null;
  /** Who acted: a member's e-mail address; null: a command on the machine. */
  actor: string | null;
  /** The member that the action concerned. */
  member_email: string | null;
  done_at: Time;
}

/** Stored files that no row references, with the time of the sweep that first found them. */
interface UnreferencedFilesTable {
  storage_key: string;
  first_seen_at: Time;
  last_seen_at: Time;
}

/** Tasks that one process at a time does for all. */
interface MaintenanceRunsTable {
  task: string;
  last_started_at: Time;
  /** Bytes that a sweep of the storage counted; null for other tasks. */
  stored_bytes: Generated<string | number | null>;
}
