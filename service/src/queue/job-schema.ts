/** The database schema of pg-boss's tables: not its default, which is that of an earlier version. */
export const jobSchema = "jobs";
