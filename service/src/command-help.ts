import { ConfigError } from "./config/config.ts";
import { tiers } from "./domain/account.ts";

/* What `--help` prints about commands, separate from the commands' code, which help does not load. */

export const describeAccountCommand = `Accounts:
  lightwell-service account add EMAIL [--tier TIER] [--api-version DATE]
                                                       Make an account; prints its API key and its password
  lightwell-service account invite EMAIL [--tier TIER] [--api-version DATE]
                                                       Print an address at which the account is made, with a password
  lightwell-service account set-password EMAIL         Make a new password of a member and print it; ends the sessions
  lightwell-service account link EMAIL                 Print an address that signs a member in, once, within 15 minutes
  lightwell-service account operator EMAIL on|off      Open the pages under /admin to a member, or close them
  lightwell-service account set-tier EMAIL --tier TIER Change the tier: ${tiers.join(", ")} (testing means trial)
  lightwell-service account suspend EMAIL              Refuse its key, its uploads and its sign-in, until it is resumed
  lightwell-service account resume EMAIL               End that
  lightwell-service account delete EMAIL               Remove its key, members, webhook and files for good
  lightwell-service account erase EMAIL                The same, and every row; searches for what may be left
  lightwell-service account list                       List the accounts
  lightwell-service account log [EMAIL]                List what was done with accounts, or with one of them

They take the flags above that say where the database is. The service may run meanwhile.
`;

export const describeRetryCommand = `Parked jobs:
  lightwell-service retry-parked                       Try again now what failed many times and waits for the operator

It takes the flags above that say where the database is. With the embedded one, stop the service and start it again.
`;

export const describeRotateCommand = `Master key:
  lightwell-service rotate-master-key --new-master-key-file FILE
                                                       Exchange the master key: what it sealed is sealed with the new one

It takes the flags above that say where the database and the current key are. With the embedded database, stop the
service before.
`;

export const describeFilesCommands = `Files:
  lightwell-service copy-files TARGET                  Copy the files that TARGET, a folder or s3://bucket/prefix, does not have
  lightwell-service check-files                        Report every file that the database references and the storage lacks

They take the flags above that say where database and storage are. copy-files works while the service runs; check-files
needs --database-url, or the service stopped. It exits with 1 if files are missing.
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
