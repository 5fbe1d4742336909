/** A thread entry whose tasks end their thread in the way named by their path; all other tasks succeed. */

/** (module (func (export "trap") unreachable)) */
const trapping = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0, 10, 5, 1, 3, 0, 0,
  11,
]);

const deaths = {
  trap: () => new WebAssembly.Instance(new WebAssembly.Module(trapping)).exports.trap(),
  trapUnseen: () => setImmediate(deaths.trap),
  exit: () => process.exit(3),
  abort: () => process.abort(),
  recursion: () => [deaths.recursion()],
  heap: () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
  hang: () => {
    for (;;);
  },
};

export default async function handle({ input }) {
  const death = deaths[input.path];
  if (death) death();
  if (input.path === "trapUnseen") await new Promise(() => {});
  return { ok: true, output: input.path };
}
