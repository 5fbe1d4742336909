/**
 * The role of a process: `api` answers clients; `worker` groups, enhances, inspects uploads and delivers events; `all`
 * does both.
 */
export type Role = "all" | "api" | "worker";

export const roles: readonly string[] = ["all", "api", "worker"] satisfies readonly Role[];
