import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { axesOf } from "../../../language/axes.ts";
import { fieldPlace } from "../../../language/field-place.ts";
import { asList, asObject, isObject, type Json } from "../../../language/json.ts";
import { currencyDigits } from "../../../rules/currency-digits.ts";
import { closest } from "../../../source/closest.ts";
import { childPointer } from "../../../source/json-pointer.ts";

/** Codes of ISO 4217. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** What people write for a currency that ISO 4217 calls otherwise. */
const CUSTOMARY: ReadonlyMap<string, string> = new Map([
  ["C$", "CAD"],
  ["CAN", "CAD"],
  ["CDN", "CAD"],
  ["EURO", "EUR"],
  ["RMB", "CNY"],
  ["STG", "GBP"],
  ["UKP", "GBP"],
  ["US", "USD"],
  ["US$", "USD"],
]);

/**
 * Reports slips that leave a flow valid:
 *
 * - a flag of another type than its own;
 * - a currency that does not exist;
 * - a part of a minor unit, or an amount that is a text;
 * - an amount as it was typed, shown as if it were in minor units;
 * - two names that differ in case or hyphens only.
 */
export function checkAmountsAndFlags(context: CheckContext): void {
  checkFlags(context);
  checkCurrency(context);
  checkAmounts(context);
  checkShownAmounts(context);
  checkAlike(context);
}

function checkFlags({ flow, tree, reporter }: CheckContext): void {
  for (const [name, given] of Object.entries(asObject(tree["flagDefinitions"]))) {
    const { type, enum: values } = asObject(given);
    const wanted = typeof type === "string" ? type : "boolean";
    const value = flow.flags[name];
    const listed = Array.isArray(values) ? values : undefined;
    const fits = listed === undefined ? typeof value === wanted : listed.includes(value ?? null);
    if (value === undefined || value === null || fits) continue;
    reporter.at(childPointer("/flags", name), {
      code: "FLOW-FLAG",
      severity: "warning",
      message: `The flag "${name}" is ${JSON.stringify(value)}, which is ${listed === undefined ? `no ${wanted}` : "none of its values"}`,
      suggestion:
        listed === undefined
          ? wanted === "boolean"
            ? "true or false, or its type in flags.yaml"
            : `a ${wanted}`
          : `one of ${listed.map(String).join(", ")}`,
    });
  }
}

function checkCurrency({ flow, reporter }: CheckContext): void {
  const { currency, definition, variant } = flow;
  if (currency === undefined || CURRENCIES.has(currency)) return;
  const axis = axesOf(definition).find(
    ([name, { values = {} }]) => values[variant[name] ?? ""]?.facts?.["currency"] === currency,
  )?.[0];
  reporter.at(
    axis === undefined
      ? "/flow/facts/currency"
      : `/flow/axes/${axis}/values/${variant[axis] ?? ""}/facts/currency`,
    {
      code: "FLOW-CURRENCY",
      message: `"${currency}" is no currency of ISO 4217: amounts would be written with these letters`,
      suggestion: CUSTOMARY.get(currency.toUpperCase()) ?? closest(currency, CURRENCIES),
    },
  );
}

/** Reports settings in minor units, such as cents, that are no whole numbers. */
function checkAmounts({ flow, reporter }: CheckContext): void {
  const walk = (value: Json, name: string, pointer: string): void => {
    if (typeof value === "number" && name.endsWith("Minor") && !Number.isInteger(value))
      reporter.at(pointer, {
        code: "FLOW-AMOUNT",
        message: `"${name}" is ${value}: an amount in minor units, such as cents, is a whole number`,
        suggestion: String(Math.round(value * 10 ** currencyDigits(flow.currency))),
      });
    if (typeof value === "string" && name.endsWith("Minor")) {
      const written = Number(/\d+(?:[.,]\d+)?/.exec(value)?.[0].replace(",", "."));
      reporter.at(pointer, {
        code: "FLOW-AMOUNT",
        message: `"${name}" is the text ${JSON.stringify(value)}: an amount in minor units, such as cents, is a whole number`,
        suggestion: Number.isNaN(written)
          ? undefined
          : String(Math.round(written * 10 ** currencyDigits(flow.currency))),
      });
    }
    if (Array.isArray(value))
      for (const [at, each] of value.entries())
        walk(each as Json, name, childPointer(pointer, String(at)));
    else if (isObject(value))
      for (const [key, each] of Object.entries(value)) walk(each, key, childPointer(pointer, key));
  };
  walk(flow.config, "config", "/config");
}

/** Reports amounts in minor units that a page would show as they are. */
function checkShownAmounts({ flow, tree, reporter }: CheckContext): void {
  const typed = typedAmounts(flow);
  const walk = (value: Json, pointer: string): void => {
    if (Array.isArray(value))
      for (const [at, each] of value.entries()) walk(each as Json, `${pointer}/${at}`);
    if (!isObject(value)) return;
    const { var: path, value: name } = asObject(value["value"] ?? null);
    const read = path ?? name;
    if (typeof read === "string" && read.endsWith("Minor") && value["as"] === undefined)
      reporter.at(`${pointer}/value`, {
        code: "FLOW-AMOUNT",
        severity: "warning",
        message: `"${read}" is an amount in minor units, such as cents, and is shown as it is`,
        suggestion: "as: money",
      });
    if (typeof path === "string" && typed.has(path) && value["as"] === "money")
      reporter.at(`${pointer}/value`, {
        code: "FLOW-AMOUNT",
        message: `"${path}" is an amount as it was typed, such as 1250.00, and "as: money" takes minor units, such as cents: a hundredth of it would be shown`,
        suggestion: `value: { minorUnits: { var: ${path} } }`,
      });
    for (const [key, each] of Object.entries(value)) walk(each, childPointer(pointer, key));
  };
  for (const [id, screen] of Object.entries(asObject(tree["screens"])))
    walk(asObject(screen)["blocks"] ?? null, childPointer("/screens", id) + "/blocks");
}

/** Places of the state whose amounts people type: `1250.00`. */
function typedAmounts({ screens, forms, formats }: CompiledVariant): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { definition } of screens.values())
    for (const [name, field] of Object.entries(
      forms.get(definition.form ?? "")?.compiled.fields ?? {},
    )) {
      const steps = asList(asObject(formats[field.format ?? ""] ?? null)["normalise"]);
      const place = fieldPlace(name, field, definition.binds);
      if (place !== undefined && steps.includes("amount")) places.add(place);
    }
  return places;
}

/** Parts whose members authors refer to by name. */
const NAMED = ["screens", "tables", "guards", "values", "calls", "forms", "flags"] as const;

function checkAlike({ tree, reporter }: CheckContext): void {
  for (const part of NAMED) {
    const known = new Map<string, string>();
    for (const name of Object.keys(asObject(tree[part]))) {
      const plain = name.toLowerCase().replaceAll(/[-_]/g, "");
      const other = known.get(plain);
      known.set(plain, name);
      if (other === undefined) continue;
      reporter.at(childPointer(`/${part}`, name), {
        code: "FLOW-ID-ALIKE",
        severity: "warning",
        message: `"${other}" and "${name}" differ in case or hyphens only: a reader takes one for the other`,
        suggestion: "another name",
      });
    }
  }
}
