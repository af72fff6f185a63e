/**
 * Which of these values a text gives away. A text or a long number is looked for anywhere. A number
 * of six digits at most, or a word of four letters, is looked for as a word of its own, outside
 * ids, tokens, nonces and times.
 */
export function canariesIn(text: string, canaries: readonly string[]): string[] {
  const spoken = text.replaceAll(
    /[0-9a-f]{8}-[0-9a-f-]{27}|nonce="[^"]*"|[\w-]{20,}|"(time|at)":("[^"]*"|\d+)/g,
    "",
  );
  return canaries.filter((canary) =>
    // Chance puts a few digits or letters into any random token.
    /^(?:\d{1,6}|[a-z]{1,4})$/i.test(canary)
      ? new RegExp(String.raw`(?<![\w.])${canary}(?![\w.])`).test(spoken)
      : text.includes(canary),
  );
}
