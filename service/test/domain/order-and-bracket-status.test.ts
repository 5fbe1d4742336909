import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BracketChange,
  type BracketState,
  bracketStateAfter,
  bracketStateOf,
  type ImageStatus,
  isProcessing,
  type OrderChange,
  type OrderState,
  orderStateAfter,
  orderStatusOf,
} from "../../src/domain/statuses.ts";

test("a bracket gets its bytes once, joins an image only with them, and stays deleted, in every order of changes", () => {
  const changes = fc.array(fc.constantFrom<BracketChange>("upload", "upload", "place", "place", "delete"));
  const begins = fc.constantFrom<BracketState>("registered", "awaited");
  fc.assert(
    fc.property(begins, changes, (begin, list) => {
      // As a row is kept: the state is read off it before each change.
      const row = {
        is_deleted: false,
        image_id: begin === "awaited" ? "image" : null,
        source: null as object | null,
      };
      for (const change of list) {
        const before = { ...row };
        const next = bracketStateAfter(change, bracketStateOf(row));
        if (next === undefined) continue;
        if (change === "upload") row.source = {};
        if (change === "place") row.image_id = "image";
        if (change === "delete") row.is_deleted = true;
        expect(bracketStateOf(row)).toBe(next);
        expect(before.is_deleted).toBe(false);
        if (change === "upload") expect(before.source).toBeNull();
        if (change === "place") expect([before.source, before.image_id]).toEqual([{}, null]);
      }
    }),
  );
});

test("an order merges until the last of its groupings is over, stays deleted, and says what its images are", () => {
  const groupings = ["one", "two"] as const;
  const change = fc.record({
    change: fc.constantFrom<OrderChange>("begin", "begin", "begin", "end", "end", "end", "delete"),
    of: fc.constantFrom(...groupings),
  });
  const status = fc.constantFrom<ImageStatus>("registered", "processing", "processed", "error");
  const orderImages = fc.array(
    fc.tuple(status, fc.boolean()).map(([of, isFresh]) => ({ status: of, isAwaited: isFresh && of === "registered" })),
  );
  fc.assert(
    fc.property(fc.array(change), orderImages, (list, orderImages) => {
      const images = orderImages.map(({ status }) => status);
      let state: OrderState = "open";
      const begun = new Set<string>();
      for (const { change, of } of list) {
        const others = groupings.some((name) => name !== of && begun.has(name));
        const next = orderStateAfter(change, state, { others });
        expect(next === undefined).toBe(state === "deleted");
        if (next === undefined) continue;
        if (change === "begin") begun.add(of);
        else begun.delete(of);
        expect(next).toBe(change === "delete" ? "deleted" : begun.size > 0 ? "merging" : "open");
        state = next;
      }
      const status = orderStatusOf(state, orderImages);
      const isBegun = images.some((image) => image !== "registered");
      const isAwaiting = isBegun && orderImages.some(({ isAwaited }) => isAwaited);
      expect(isProcessing(orderImages)).toBe(isAwaiting || images.includes("processing"));
      expect(status === "processing").toBe(state === "merging" || isProcessing(orderImages));
      if (status === "waiting") expect(new Set([...images, "registered"])).toEqual(new Set(["registered"]));
      if (status === "error") expect(images.some((image) => image === "processed")).toBe(false);
      if (status === "processed") expect(images).toContain("processed");
    }),
  );
});
