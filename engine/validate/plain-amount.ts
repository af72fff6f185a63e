/** How amounts of a currency are typed. */
export interface AmountFormat {
  /** Decimals of the currency. */
  readonly digits: number;
  /** ISO 4217 */
  readonly code: string;
}

const DOLLARS: AmountFormat = { digits: 2, code: "USD" };

/**
 * An amount as it is typed anywhere, with a point for its decimals: `$1,234.50`, `1 234,50 $` and
 * `1.234,50` are `1234.50`. The code of a currency may stand on either side, as pages write it.
 *
 * Of a single sign before three digits it is not known what it parts. It parts thousands where the
 * currency has fewer decimals, unless a zero begins it; where it has three, a point parts decimals,
 * as this writes them, and a comma is refused. What is refused has no point before its decimals.
 */
export function plainAmount(text: string, { digits, code }: AmountFormat = DOLLARS): string {
  const plain = text.normalize("NFKC").replace(/[\s\p{Sc}'’]/gu, "");
  const codes = `(?:CAD?|USD?|GBP|EUR|${code})?`;
  const [, amount] = new RegExp(`^${codes}(\\d[\\d.,]*)${codes}$`, "i").exec(plain) ?? [];
  const parts = amount === undefined ? undefined : partsOf(amount, digits);
  if (parts === undefined) return plain.replace(/^(\d+)\.(\d+)$/, "$1,$2");
  const units = parts.units.replace(/[.,]/g, "").replace(/^0+(?=\d)/, "");
  return parts.decimals === undefined ? units : `${units}.${parts.decimals.padEnd(digits, "0")}`;
}

interface AmountParts {
  readonly units: string;
  readonly decimals: string | undefined;
}

function partsOf(amount: string, digits: number): AmountParts | undefined {
  const parts = digits > 2 ? partsOfThree(amount) : partsOfTwo(amount);
  return (parts?.decimals?.length ?? 0) <= digits ? parts : undefined;
}

/** With at most two decimals, a sign before three digits parts thousands. */
function partsOfTwo(amount: string): AmountParts | undefined {
  const [, units, decimals] =
    /^([1-9]\d{0,2}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  return units === undefined ? undefined : { units, decimals };
}

/** With three decimals or more, a point parts them, as does the second kind of sign. */
function partsOfThree(amount: string): AmountParts | undefined {
  if (/^[1-9]\d{0,2},\d{3}$/.test(amount)) return undefined;
  const [, units, decimals] = /^(\d+)(?:[.,](\d+))?$/.exec(amount) ?? [];
  if (units !== undefined) return { units, decimals };
  const [, grouped, , rest] =
    /^([1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/.exec(amount) ?? [];
  return grouped === undefined ? undefined : { units: grouped, decimals: rest };
}
