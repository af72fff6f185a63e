/** Everything that batches hold, in order. */
export async function allOf<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}
