import type { ErrorObject } from "ajv/dist/2020.js";
import type { FieldSchema } from "../language/form.ts";
import type { Json } from "../language/json.ts";
import type { FormatCheckContext } from "./checks/check.ts";
import { asksFor } from "./error-field.ts";
import type { CompiledFormat, SettledFormat } from "./format.ts";
import type { Refusal } from "./form-validators.ts";
import { messageKey } from "./message.ts";
import { CHARACTER_PLACE, namesCharacters, refusedCharacter } from "./refused-character.ts";

/** What an error is about. */
export interface ErrorSubject {
  readonly pointer: string;
  readonly schema: FieldSchema | undefined;
  readonly format: CompiledFormat | undefined;
  readonly value: Json | undefined;
  /** What a message of this field may mention, by code. */
  paramsOf(code: string): Readonly<Record<string, Json>>;
}

/**
 * The code a message is looked up by: a format tells which of its checks failed.
 *
 * @param refused what formats refused while the form was validated
 */
export function causeOf(
  error: ErrorObject,
  subject: ErrorSubject,
  given: FormatCheckContext,
  refused: readonly Refusal[],
): { readonly code: string; readonly params: Readonly<Record<string, Json>> } {
  const { format, value } = subject;
  if (error.keyword === "format" && format !== undefined && typeof value === "string") {
    const code = refusedCode(refused, format, value) ?? format.validate(value, given) ?? "format";
    const params = subject.paramsOf(code);
    if (params["character"] === undefined) return { code, params };
    return { code, params: { ...params, character: refusedIn(format, code, value) } };
  }
  const { limit } = error.params as { limit?: unknown };
  const params = subject.paramsOf(error.keyword);
  return {
    // Choices are held against one rule that is no bound: one of them stands for none of the
    // others.
    code: error.keyword === "not" ? "none" : asksFor(error) ? "required" : error.keyword,
    params: typeof limit === "number" ? { ...params, limit } : params,
  };
}

function refusedCode(
  refused: readonly Refusal[],
  format: CompiledFormat,
  text: string,
): string | undefined {
  for (const each of refused) if (each.format === format && each.text === text) return each.code;
  return undefined;
}

function refusedIn({ definition }: CompiledFormat, code: string, text: string): string {
  return refusedCharacter(definition, code, text) ?? "";
}

/**
 * Parameters of a problem's message: numbers of the failed check, or of the first check that has
 * the same message (a control character in a date has the message of an unreadable date). `age`
 * names its bounds as the copy does. A format of amounts has an `example`. A pattern of characters
 * has `character`, with a stand-in for the one that it refuses.
 */
export function paramsOf(
  format: Pick<CompiledFormat, "definition"> | undefined,
  code: string,
  field: FieldSchema | undefined,
): Readonly<Record<string, Json>> {
  if (format === undefined) return {};
  const { checks } = format.definition;
  const amount = exampleOf(format.definition);
  const message = messageKey(field, code);
  const check =
    checks.find((each) => each.code === code) ??
    checks.find((each) => messageKey(field, each.code) === message);
  if (check === undefined) return amount;
  const { min, max, exactly } = check;
  const named = check.check === "age" ? { minAge: min, maxAge: max } : { min, max, exactly };
  const character =
    check.code === code && namesCharacters(format.definition, code) ? CHARACTER_PLACE : undefined;
  return Object.fromEntries(
    Object.entries({ ...amount, ...named, format: check["format"], character }).filter(
      (entry): entry is [string, Json] => entry[1] !== undefined,
    ),
  );
}

/** Of a format that reads amounts: one in minor units of its currency, for an example. */
function exampleOf(definition: SettledFormat): Readonly<Record<string, Json>> {
  const { normalise = [], tidy = [], amount } = definition;
  if (!normalise.includes("amount") && !tidy.includes("amount")) return {};
  return { example: 1250 * 10 ** (amount?.digits ?? 2) };
}
