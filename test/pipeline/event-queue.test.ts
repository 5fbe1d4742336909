import { describe, expect, test } from "vitest";
import { EventQueue } from "../../src/pipeline/calls/picture-stream.ts";

describe("EventQueue", () => {
  test("hands events over in order, those before and those after the consumer came", async () => {
    const queue = new EventQueue<number>();
    queue.push(1);
    setTimeout(() => {
      queue.push(2);
      queue.push(3);
      queue.end();
    }, 5);
    const seen: number[] = [];
    for await (const event of queue) seen.push(event);
    expect(seen).toEqual([1, 2, 3]);
  });

  test("throws the producers' error after what came before it", async () => {
    const queue = new EventQueue<number>();
    queue.push(1);
    queue.fail(new Error("broken"));
    const seen: number[] = [];
    const consume = async () => {
      for await (const event of queue) seen.push(event);
    };
    await expect(consume()).rejects.toThrow("broken");
    expect(seen).toEqual([1]);
  });
});
