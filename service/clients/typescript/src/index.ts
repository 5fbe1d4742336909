export * from "./client.ts";
export * from "./errors.ts";
export * from "./generated.ts";
export type { RetryOptions } from "./retry.ts";
export type { FileSource, UploadProgress, UploadSource } from "./upload.ts";
export * from "./webhooks.ts";
