import { type PGlite, parse, protocol, type Results } from "@electric-sql/pglite";

const { serialize } = protocol;

const maxKept = 256;
/**
 * Plans expire: a plan made for a small table would otherwise stay, since the embedded database never analyzes.
 */
const maxUses = 1000;

interface Statement {
  readonly name: string;
  /** Type ids, in the order of the parameters. */
  readonly parameterTypes: readonly number[];
  uses: number;
}

/**
 * Runs queries as named statements of the embedded database, parsed and planned once for each text: `PGlite.query` does
 * this every time, which takes several times as long as the query. The caller must own the session.
 */
export class PGliteStatements {
  readonly #pglite: PGlite;
  /** By text, least recently used first. */
  readonly #kept = new Map<string, Statement>();
  #made = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Throws the database's error. */
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
      // The statement may be outdated because a table has changed.
      await this.#drop(text);
      throw error;
    }
  }

  async #find(text: string): Promise<Statement> {
    const kept = this.#kept.get(text);
    if (kept && kept.uses++ < maxUses) {
      this.#kept.delete(text);
      this.#kept.set(text, kept);
      return kept;
    }
    if (kept) await this.#drop(text);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= maxKept) await this.#drop(oldest);
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
