/** Computes a result once for each object, and keeps it as long as that object exists. */
export function memoize<Key extends object, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as Result;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}

/** Gives the kept result of a key and parts; computes it where one of them is another. */
type LatestResult<Key extends object, Result> = (
  key: Key,
  parts: readonly unknown[],
  compute: () => Result,
) => Result;

/**
 * Keeps the latest result of each object, as long as the parts that it is made from are the same
 * ones.
 */
export function memoizeLatest<Key extends object, Result>(): LatestResult<Key, Result> {
  const results = new WeakMap<
    Key,
    { readonly parts: readonly unknown[]; readonly result: Result }
  >();
  return (key, parts, compute) => {
    const known = results.get(key);
    if (known?.parts.length === parts.length && known.parts.every((part, at) => part === parts[at]))
      return known.result;
    const result = compute();
    results.set(key, { parts, result });
    return result;
  };
}
