import { type Db, PgBoss } from "pg-boss";
import { type Database, executorOf, type Queries } from "../database/database.ts";
import { jobSchema } from "./stored-jobs.ts";

/** Interval between searches for lost jobs, in s; with an embedded database, only for jobs over their time limit. */
const superviseSeconds = { server: 5, embedded: 60 };

/** Callbacks for a server's notifications. */
interface Wakers {
  /** A job of this queue was sent. */
  readonly wake: (name: string) => void;
  /** Notifications may have been missed. */
  readonly wakeAll: () => void;
}

/** pg-boss over the database, not started. `takesJobs`: false for a process that only sends. */
export function openBoss(database: Database, takesJobs: boolean, { wake, wakeAll }: Wakers): PgBoss {
  const { server } = database;
  const seconds = superviseSeconds[server ? "server" : "embedded"];
  return new PgBoss({
    schema: jobSchema,
    db: {
      executeSql: (text, values) => database.executeSql(text, values),
      ...(server ? { listen: async (channel) => server.listen(channel, wake, wakeAll) } : {}),
    } satisfies Db,
    backend: server ? "postgres" : "pglite",
    useListenNotify: server !== undefined && takesJobs,
    supervise: takesJobs,
    schedule: false,
    registerInstance: false,
    reindex: server !== undefined,
    monitorVacuum: server !== undefined,
    superviseIntervalSeconds: seconds,
    monitorIntervalSeconds: seconds,
    maintenanceIntervalSeconds: 60,
    // Jobs that wait for other jobs are not used here.
    flowIntervalSeconds: 3600,
  });
}

/** The database for pg-boss to send a job within a transaction. */
export function bossDatabase(queries: Queries): Db {
  const { executeSql } = executorOf(queries);
  return { executeSql: (text, values) => executeSql(text, values) };
}
