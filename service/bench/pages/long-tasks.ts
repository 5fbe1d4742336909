import type { Page } from "playwright-core";

/** Runs in a page before its own scripts: records tasks above 50 ms, during which the page does not react. */
export const recordTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
`;

/** Durations of the recorded tasks since the page was opened, in ms. */
export function tasksOf(page: Page): Promise<number[]> {
  return page.evaluate<number[]>("window.longTasks");
}
