/** An answer of the service that is not a success. */
export class ServiceError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Details, such as the refused fields (`json`, `query`, `path`) of a 422. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Seconds after which the request may be sent again, if the service said so. */
  readonly retryAfterS: number | undefined;

  constructor(message: string, status: number, detail: Readonly<Record<string, unknown>> = {}, retryAfterS?: number) {
    super(message);
    this.name = "ServiceError";
    this.status = status;
    this.detail = detail;
    this.retryAfterS = retryAfterS;
  }
}

/** The image or the order ended in an error; the message is its `status_reason`. */
export class EnhancementError extends Error {
  /** Ids of the images in the error state; empty if the order failed as a whole. */
  readonly imageIds: readonly string[];

  constructor(message: string, imageIds: readonly string[]) {
    super(message);
    this.name = "EnhancementError";
    this.imageIds = imageIds;
  }
}

/** Waiting took longer than allowed. The work continues: wait again, or use webhooks. */
export class WaitTimeoutError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WaitTimeoutError";
  }
}

/** A webhook whose signature, time or body is not valid: do not act on it. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookError";
  }
}
