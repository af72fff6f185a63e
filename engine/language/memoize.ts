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
