/** The C library on Linux, `glibc` or `musl` as in npm's `libc` field; undefined on other systems. */
export function libcOf(): "glibc" | "musl" | undefined {
  if (process.platform !== "linux") return undefined;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime ? "glibc" : "musl";
}

/** Name of the optional package with this platform's native kernels. */
export function prebuiltName(): string {
  return ["@lightwell/kernels", process.platform, process.arch, libcOf()].filter(Boolean).join("-");
}
