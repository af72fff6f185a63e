/** A text without what is drawn by lot or by the clock, in which any four digits may come up by chance. */
export function withoutRandomParts(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "")
    .replaceAll(/"time":\d+/g, "")
    .replaceAll(/nonce="[^"]*"|[\w-]{20,}/g, "");
}
