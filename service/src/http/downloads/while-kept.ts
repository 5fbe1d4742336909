/** The subject of a download, and the storage key of its bytes. */
interface Kept {
  readonly key: string;
}

/**
 * Finds with `find` and answers with `serve`. If the image is deleted or made again meanwhile, its files are gone: then
 * `find` runs once more, and throws if nothing is left.
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
