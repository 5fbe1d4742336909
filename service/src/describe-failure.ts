import { inspect } from "node:util";
import { ConfigError } from "./config/config.ts";
import { DatabaseInUse, FolderInUse } from "./database/locks.ts";
import { isTransient } from "./database/transient.ts";
import { ListenFailure } from "./http/listen.ts";
import { StorageRefused } from "./storage/storage.ts";

const known = [ConfigError, FolderInUse, DatabaseInUse, ListenFailure, StorageRefused];

/** SQLSTATE of a refused connection: failed authentication, or a database that does not exist. */
const refusals = /^(28...|3D000)$/;

/** Why a command failed: one sentence if the operator can fix it, otherwise all details. */
export function describeFailure(error: unknown): string {
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isTransient(error)) return `the database cannot be reached; check --database-url (${messageOf(error)})`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (refusals.test(code)) return `the database refuses the connection; check --database-url (${messageOf(error)})`;
  // The embedded database throws objects that are not errors.
  return inspect(error);
}

/** The first failure of a connection that was tried at several addresses: the combined error has no message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
