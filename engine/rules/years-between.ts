const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * Full years from one day to another, birthdays counted on the day itself; someone born on 29
 * February turns a year older on 28 February of other years.
 *
 * @param from YYYY-MM-DD
 * @param to YYYY-MM-DD
 * @returns undefined when either is no day
 */
export function yearsBetween(from: string, to: string): number | undefined {
  if (!DAY.test(from) || !DAY.test(to)) return undefined;
  const [birthMonth, birthDay] = [Number(from.slice(5, 7)), Number(from.slice(8, 10))];
  const [year, month, day] = [
    Number(to.slice(0, 4)),
    Number(to.slice(5, 7)),
    Number(to.slice(8, 10)),
  ];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const dayThisYear = birthMonth === 2 && birthDay === 29 && !leap ? 28 : birthDay;
  const had = month > birthMonth || (month === birthMonth && day >= dayThisYear);
  return year - Number(from.slice(0, 4)) - (had ? 0 : 1);
}
