const known = new Map<string, number>();

/**
 * How many decimals amounts of a currency have: 2 for US dollars, none for yen, 3 for Kuwaiti
 * dinars; without a currency two. Amounts in minor units are such parts of it.
 */
export function currencyDigits(currency: string | undefined): number {
  if (currency === undefined) return 2;
  const found = known.get(currency) ?? digitsOf(currency);
  known.set(currency, found);
  return found;
}

function digitsOf(currency: string): number {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
    }).resolvedOptions();
    return maximumFractionDigits;
  } catch {
    // No code of a currency: the check refuses it.
    return 2;
  }
}
