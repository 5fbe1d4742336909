/** What is to be handed out, and the storage key that its bytes lie under. */
interface Kept {
  readonly key: string;
}

/**
 * What `serve` makes of what `find` finds. An image that is deleted, or made again, meanwhile takes its files with it:
 * then it is looked for once more, and `find` throws where there is none.
 */
export async function whileKept<Found extends Kept, Answer>(
  find: () => Promise<Found>,
  serve: (found: Found) => Promise<Answer>,
): Promise<Answer> {
  for (let found = await find(); ; ) {
    try {
      return await serve(found);
    } catch (error) {
      const now = await find();
      if (now.key === found.key) throw error;
      found = now;
    }
  }
}
