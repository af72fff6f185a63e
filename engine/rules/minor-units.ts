import type { Json } from "../language/json.ts";
import { nothing, type Closure } from "./closure.ts";
import { currencyDigits } from "./currency-digits.ts";
import { readOwn } from "./read-own.ts";
import { withoutDust } from "./without-dust.ts";
import { compileArguments, type RuleContext } from "./rule-context.ts";

const CURRENCY = "currency";

/**
 * An amount as a person typed it, in minor units of its currency: `1250.00` is 125000 cents, and
 * `1250` yen are 1250.
 *
 * @returns null for anything but a number or its text
 */
export function minorUnits(amount: Json | undefined, currency: string | undefined): Json {
  const typed = typeof amount === "string" ? amount.trim() : amount;
  if (typed === "" || (typeof typed !== "string" && typeof typed !== "number")) return null;
  const minor = withoutDust(Number(typed) * 10 ** currencyDigits(currency));
  return Number.isFinite(minor) ? Math.sign(minor) * Math.round(Math.abs(minor)) + 0 : null;
}

/** `{ minorUnits: amount }`: the currency is the fact of that name, where the flow has one. */
export function compileMinorUnits(
  args: readonly Json[],
  context: RuleContext,
  pointer: string,
): Closure {
  const [amount = nothing] = compileArguments(args, context, pointer);
  if (context.names.path(CURRENCY).known) context.reads.push(CURRENCY);
  return (data, root) => {
    const currency = readOwn(root, [CURRENCY]);
    return minorUnits(amount(data, root), typeof currency === "string" ? currency : undefined);
  };
}
