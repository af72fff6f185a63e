const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/**
 * Formats the time until an instant for a locale: days and hours, hours and minutes, and in the
 * last hour a clock of minutes and seconds.
 *
 * @param seconds until then
 */
export function timeLeft(seconds: number, locale: string): string {
  const at = UNITS.findIndex(([, length]) => seconds >= length);
  const shown = UNITS.slice(at, at + 2);
  const [first, second] = shown;
  if (at < 0 || first === undefined || second === undefined) {
    const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
    const whole = new Intl.NumberFormat(locale);
    return `${whole.format(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
  }
  const counts = [
    [Math.floor(seconds / first[1]), first[0]],
    [Math.floor((seconds % first[1]) / second[1]), second[0]],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count),
    );
  return new Intl.ListFormat(locale, { type: "unit" }).format(parts);
}
