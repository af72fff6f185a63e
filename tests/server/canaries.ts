/**
 * Which of these values a text gives away. A text or a long number is looked for anywhere. A number of six digits at most is
 * looked for as a word of its own, outside ids, nonces and times: within those any such digits may come up by chance.
 */
export function canariesIn(text: string, canaries: readonly string[]): string[] {
  const spoken = text.replaceAll(
    /[0-9a-f]{8}-[0-9a-f-]{27}|nonce="[^"]*"|[\w-]{20,}|"(time|at)":("[^"]*"|\d+)/g,
    "",
  );
  return canaries.filter((canary) =>
    /^\d{1,6}$/.test(canary)
      ? new RegExp(String.raw`(?<![\w.])${canary}(?![\w.])`).test(spoken)
      : text.includes(canary),
  );
}
