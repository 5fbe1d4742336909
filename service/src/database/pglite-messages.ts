/** Messages to the thread of an embedded database. */
export type Asked = { readonly id: number } & (
  | { readonly sql: string; readonly parameters: readonly unknown[] }
  /** Closes the database; nothing may follow. */
  | { readonly isEnd: true }
);

/** The result of a text of one or several statements. */
export interface Rows {
  /** Rows of all statements, one after another. */
  readonly rows: readonly Record<string, unknown>[];
  /** Number of rows that the last statement changed. */
  readonly affectedRows: number;
}

/** An error sent between threads, which would otherwise keep only its message. */
export interface SentError {
  readonly message: string;
  /** Further fields of the database's error, such as the SQLSTATE as `code`. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The thread's answer to the message with the same `id`. */
export type Answer = { readonly id: number } & (Rows | { readonly error: SentError });

/** The id of the answer that says whether the database opened; it is sent without a message. */
export const openingId = 0;
