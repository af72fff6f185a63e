const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

/**
 * Full years from one day to another, birthdays counted on the day itself; someone born on 29
 * February turns a year older on 28 February of other years.
 *
 * @param from YYYY-MM-DD
 * @param to YYYY-MM-DD
 * @returns undefined when either is no day
 */
export function yearsBetween(from: string, to: string): number | undefined {
  const a = DAY.exec(from);
  const b = DAY.exec(to);
  if (a === null || b === null) return undefined;
  const [birthYear, birthMonth, birthDay] = [Number(a[1]), Number(a[2]), Number(a[3])];
  const [year, month, day] = [Number(b[1]), Number(b[2]), Number(b[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const dayThisYear = birthMonth === 2 && birthDay === 29 && !leap ? 28 : birthDay;
  const had = month > birthMonth || (month === birthMonth && day >= dayThisYear);
  return year - birthYear - (had ? 0 : 1);
}
