/** The database schema of pg-boss's tables. Its default is in use by an earlier version. */
export const jobSchema = "jobs";
