/**
 * The candidate that was probably meant, for "did you mean": fewest edits (insert, delete, replace,
 * swap of neighbours), and at most a third of the name's length.
 */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1;
  const initial = name.charAt(0).toLowerCase();
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    // Of two equally near candidates the one with the same beginning wins: first letters are rarely
    // mistyped.
    const edits =
      distance(name.toLowerCase(), candidate.toLowerCase()) +
      (candidate.charAt(0).toLowerCase() === initial ? 0 : 0.5);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

/** Whether two names differ in case alone, or, where they have some length, by one letter. */
export function isOneSlip(name: string, other: string): boolean {
  const [one, two] = [name.toLowerCase(), other.toLowerCase()];
  if (one === two) return name !== other;
  const withoutDigits = (text: string): string => text.replaceAll(/\d/g, "");
  if (one.length < 4 || withoutDigits(one) === withoutDigits(two)) return false;
  return Math.abs(one.length - two.length) < 2 && distance(one, two) < 2;
}

/**
 * Optimal string alignment distance. fastest-levenshtein has no swap of neighbors: it counts the
 * commonest slip as two edits, and short names would get no suggestion.
 */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
