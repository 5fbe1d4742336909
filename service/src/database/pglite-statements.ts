import { type PGlite, parse, protocol, type Results } from "@electric-sql/pglite";

const { serialize } = protocol;

const mostKept = 256;
/**
 * A plan made when a table was small must not serve for ever: nothing here renews it, since the embedded database never
 * analyses.
 */
const mostUses = 1000;

interface Statement {
  readonly name: string;
  /** Type ids, in the order of the parameters. */
  readonly parameterTypes: readonly number[];
  uses: number;
}

/**
 * Queries by named statements of the embedded database, parsed and planned once for each text: `PGlite.query` does it
 * every time, which takes several times as long as the query. The caller has the session for itself.
 */
export class PGliteStatements {
  readonly #pglite: PGlite;
  /** By text; the one that was not used for longest first. */
  readonly #kept = new Map<string, Statement>();
  #made = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Throws what the database says is wrong. */
  async query<R>(text: string, parameters: readonly unknown[]): Promise<Results<R> | undefined> {
    const { serializers, parsers } = this.#pglite;
    const statement = await this.#find(text);
    try {
      const values = parameters.map((value, i) => {
        if (value === null || value === undefined) return null;
        return serializers[statement.parameterTypes[i]]?.(value) ?? String(value);
      });
      const messages = await this.#tell(
        serialize.bind({ statement: statement.name, values }),
        serialize.describe({ type: "P" }),
        serialize.execute({}),
      );
      return parse.parseResults(messages, parsers)[0] as Results<R> | undefined;
    } catch (error) {
      // It may be the statement's fault, when a table is no longer what it was.
      await this.#drop(text);
      throw error;
    }
  }

  async #find(text: string): Promise<Statement> {
    const kept = this.#kept.get(text);
    if (kept && kept.uses++ < mostUses) {
      this.#kept.delete(text);
      this.#kept.set(text, kept);
      return kept;
    }
    if (kept) await this.#drop(text);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= mostKept) await this.#drop(oldest);
    const name = `lw${this.#made++}`;
    const messages = await this.#tell(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const statement = { name, parameterTypes: parse.parseDescribeStatementResults(messages), uses: 1 };
    this.#kept.set(text, statement);
    return statement;
  }

  async #drop(text: string): Promise<void> {
    const statement = this.#kept.get(text);
    this.#kept.delete(text);
    if (statement) await this.#tell(serialize.close({ type: "S", name: statement.name }));
  }

  async #tell(...messages: readonly Uint8Array[]) {
    if (this.#pglite.closed) throw new Error("the database is closed");
    return this.#pglite.runExclusive(() =>
      this.#pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()])),
    );
  }
}
