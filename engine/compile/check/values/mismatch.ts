import { closest } from "../../../source/closest.ts";
import type { Json } from "../../../language/json.ts";
import type { ValueType } from "../../value-type.ts";

/** The kind of a type; `number` for whole numbers as well. */
export function kindOf(type: ValueType | undefined): string | undefined {
  return type?.type === "integer" ? "number" : type?.type;
}

/** The reason why a comparison never holds, and the probable intent. */
export interface Mismatch {
  readonly why: string;
  readonly meant?: string | undefined;
  /** The state may have the value, and nothing of the flow puts it there. */
  readonly isUnwritten?: boolean;
}

/** Explains why a value of this type never equals the constant, with the likely intended value. */
export function describeMismatch(
  type: ValueType,
  constant: string | number | boolean,
): Mismatch | undefined {
  const choices = type.enum?.filter((choice) => choice !== null);
  if (choices !== undefined && !choices.includes(constant)) {
    const texts = choices.map(String);
    return {
      why: "it is not among its choices",
      meant:
        closest(String(constant), texts) ??
        (texts.length < 15 ? `one of ${texts.join(", ")}` : undefined),
    };
  }
  if (type.type === "integer" && typeof constant === "number" && !Number.isInteger(constant))
    return { why: "it is a whole number", meant: String(Math.round(constant)) };
  const kind = kindOf(type);
  // A text that is empty stands for "nothing" everywhere.
  if (
    kind === undefined ||
    constant === "" ||
    !["string", "number", "boolean"].includes(kind) ||
    kind === typeof constant
  )
    return undefined;
  return {
    why: `it is a ${kind === "string" ? "text" : kind === "boolean" ? "yes or no" : "number"}`,
    meant: kind === "string" ? `'${String(constant)}'` : undefined,
  };
}

/**
 * Explains why a place never equals a choice that the state lists for it: no form offers it, and
 * nothing else writes it.
 *
 * @param values all that the flow writes there; undefined where anything else may write there
 */
export function describeUnwritten(
  values: readonly Json[] | undefined,
  constant: string | number | boolean,
): Mismatch | undefined {
  if (values === undefined || constant === "" || values.includes(constant)) return undefined;
  const texts = [...new Set(values.map(String))];
  return {
    why: "state.yaml lists it, but no form offers it and nothing writes it",
    meant: texts.length < 15 ? `one of ${texts.join(", ")}; or offer it in the form` : undefined,
    isUnwritten: true,
  };
}
