import { judge, type Span } from "./judge.ts";

/** A child process of run.ts: takes one span, sends its scores and ends. */
process.once("message", async (span: Span) => {
  process.send!(await judge(span), () => process.disconnect());
});
