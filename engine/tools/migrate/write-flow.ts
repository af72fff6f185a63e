import { isObject, type Json } from "../../language/json.ts";

/** Words that YAML 1.2 does not read as a text. */
const RESERVED = /^(?:true|false|null|~|yes|no|on|off|[-+.]?\d.*|\.inf|\.nan)$/i;

/** Writes JSON as YAML on one line: `{ match: { outcome: success } }`. */
export function writeFlow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((each: Json) => writeFlow(each)).join(", ")}]`;
  if (!isObject(value)) return typeof value === "string" ? writeText(value) : String(value);
  const entries = Object.entries(value);
  return entries.length === 0
    ? "{}"
    : `{ ${entries.map(([key, each]) => `${writeText(key)}: ${writeFlow(each)}`).join(", ")} }`;
}

/** Writes a text, in quotes where YAML would read another type. */
export function writeText(text: string): string {
  if (/[\n\t\u0000-\u001f]/.test(text)) return JSON.stringify(text);
  return /^[\p{L}\p{N}_/](?:[\p{L}\p{N}_./+() -]*[\p{L}\p{N}_./+)])?$/u.test(text) &&
    !RESERVED.test(text)
    ? text
    : `'${text.replaceAll("'", "''")}'`;
}
