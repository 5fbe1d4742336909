/** On Linux `glibc` or `musl`, as npm's `libc` field has them; nothing elsewhere. */
export function libcOf(): "glibc" | "musl" | undefined {
  if (process.platform !== "linux") return undefined;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime ? "glibc" : "musl";
}

/** The optional package with this platform's native kernels. */
export function prebuiltName(): string {
  return ["@lightwell/kernels", process.platform, process.arch, libcOf()].filter(Boolean).join("-");
}
