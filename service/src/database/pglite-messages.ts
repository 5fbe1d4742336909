/** What the thread of an embedded database is asked. */
export type Asked = { readonly id: number } & (
  | { readonly sql: string; readonly parameters: readonly unknown[] }
  /** Closes the database; nothing may follow. */
  | { readonly isEnd: true }
);

/** What a text of one statement or several returned. */
export interface Rows {
  /** Of all statements, one after another. */
  readonly rows: readonly Record<string, unknown>[];
  /** How many rows the last statement changed. */
  readonly affectedRows: number;
}

/** An error on its way between threads, which keep no more of one than its message. */
export interface SentError {
  readonly message: string;
  /** What the database says besides, such as the SQLSTATE as `code`. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The thread's answer to the message with the same `id`. */
export type Answer = { readonly id: number } & (Rows | { readonly error: SentError });

/** The id of the answer that says whether the database opened, which nobody has to ask for. */
export const openingId = 0;
