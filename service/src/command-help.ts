import { ConfigError } from "./config/config.ts";
import { tiers } from "./domain/account.ts";

/* Help texts of commands, separate from the commands' code, which help need not load. */

export const describeAccountCommand = `Accounts:
  lightwell-service account add EMAIL [--tier TIER] [--api-version DATE]
                                                       Make an account; prints its API key and its password
  lightwell-service account invite EMAIL [--tier TIER] [--api-version DATE]
                                                       Print an address at which the owner sets a password and so makes the account
  lightwell-service account set-password EMAIL         Give a member a new password and print it; ends the member's sessions
  lightwell-service account link EMAIL                 Print an address that signs a member in once, within 15 minutes
  lightwell-service account operator EMAIL on|off      Give a member access to the pages under /admin, or remove it
  lightwell-service account set-tier EMAIL --tier TIER Change the tier: ${tiers.join(", ")} (testing means trial)
  lightwell-service account suspend EMAIL              Refuse the account's key, uploads and sign-ins until it is resumed
  lightwell-service account resume EMAIL               End the suspension
  lightwell-service account delete EMAIL               Remove the account's key, members, webhook and files permanently
  lightwell-service account erase EMAIL                Delete the account and its database rows, and search for remaining data
  lightwell-service account list                       List the accounts
  lightwell-service account log [EMAIL]                List the actions on all accounts, or on one

They take the flags above for the database. The service may run at the same time.
`;

export const describeRetryCommand = `Parked jobs:
  lightwell-service retry-parked                       Retry jobs that failed many times and wait for the operator

It takes the flags above for the database. With the embedded database, restart the service instead.
`;

export const describeRotateCommand = `Master key:
  lightwell-service rotate-master-key --new-master-key-file FILE
                                                       Replace the master key: everything that it sealed is sealed again with the new key

It takes the flags above for the database and the current key. With the embedded database, stop the service first.
`;

export const describeFilesCommands = `Files:
  lightwell-service copy-files TARGET                  Copy files that are missing in TARGET, a folder or s3://bucket/prefix
  lightwell-service check-files                        Report every file that the database references but the storage lacks

They take the flags above for the database and the storage. copy-files works while the service runs; check-files needs
--database-url or a stopped service, and exits with 1 if files are missing.
`;

/**
 * Removes a command's own flag `name` from `flags` and returns its value; undefined if it is absent. Throws
 * `ConfigError`.
 */
export function takeFlag(flags: string[], name: string): string | undefined {
  const at = flags.findIndex((flag) => flag === name || flag.startsWith(`${name}=`));
  if (at < 0) return undefined;
  const [flag] = flags.splice(at, 1);
  const value = flag === name ? flags.splice(at, 1).at(0) : flag.slice(name.length + 1);
  if (!value || value.startsWith("-")) throw new ConfigError(`${name}: expected a value after it, got none`);
  return value;
}
