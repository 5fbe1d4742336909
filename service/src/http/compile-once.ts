import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";

type BuildSerializers = ReturnType<typeof SerializerSelector>;
type Compile = ReturnType<BuildSerializers>;

const build = SerializerSelector();
const compilerOf = once(([shared, options]: Parameters<BuildSerializers>): Compile => {
  // A compiler drops a schema that it compiles from those that others may refer to, so each gets a compiler.
  const compile: Compile = (route) => build(shared, options)(route);
  return once(compile, ({ schema }) => JSON.stringify(schema));
}, JSON.stringify);

/**
 * Fastify's serializers, each compiled once a process: most answers of most routes are errors of one schema. It halves
 * the time to build the app.
 */
export const buildSerializersOnce: BuildSerializers = (...given) => compilerOf(given);

/** `compile`, whose results are kept by `keyOf` its argument. */
export function once<Given, Result>(
  compile: (given: Given) => Result,
  keyOf: (given: Given) => string,
): (given: Given) => Result {
  const kept = new Map<string, Result>();
  return (given) => {
    const key = keyOf(given);
    const result = kept.get(key) ?? compile(given);
    kept.set(key, result);
    return result;
  };
}
