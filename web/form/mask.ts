/**
 * Leads typing along a pattern: 0 takes a digit, A a letter, * either; anything else is put in by itself.
 * The caret stays behind the character it was behind.
 *
 * @param caret where it stands in `text`
 */
export function masked(text: string, mask: string, caret: number): { readonly text: string; readonly caret: number } {
  const typed = [...text].filter(isFree);
  const before = [...text.slice(0, caret)].filter(isFree).length;
  let result = "";
  let at = 0;
  let placed = before === 0 ? 0 : -1;
  for (const place of mask) {
    if (at >= typed.length) break;
    if (place === "0" || place === "A" || place === "*") {
      while (at < typed.length && !fits(typed[at] ?? "", place)) at++;
      if (at >= typed.length) break;
      result += typed[at++];
      if (at === before) placed = result.length;
    } else result += place;
  }
  return { text: result, caret: placed < 0 ? result.length : placed };
}

function isFree(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

function fits(character: string, place: string): boolean {
  if (place === "0") return /[0-9]/.test(character);
  return place === "A" ? /\p{L}/u.test(character) : true;
}
