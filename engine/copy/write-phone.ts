/**
 * Groups a North American number of ten digits: (312) 555-0142, in French 312 555-0142. Any other
 * text stays as it is.
 */
export function writePhone(number: string, locale: string): string {
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  if (area === undefined) return number;
  return locale.startsWith("fr") ? `${area} ${exchange}-${line}` : `(${area}) ${exchange}-${line}`;
}
