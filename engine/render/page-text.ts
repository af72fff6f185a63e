import { asList, asObject, isObject, type Json } from "../language/json.ts";
import type { ScreenView } from "./view.ts";

/** Members of a view that people read. */
const READ: ReadonlySet<string> = new Set([
  "title",
  "intro",
  "subtitle",
  "status",
  "text",
  "over",
  "phone",
  "label",
  "value",
  "heading",
]);

/** The words of a page as plain text, line by line: titles, blocks, lists, fields and actions. */
export function pageText({
  title,
  intro,
  blocks,
  list,
  form,
  data,
  actions,
}: ScreenView): string[] {
  const fields = fieldsOf(form, data);
  const offered = actions.filter(({ style }) => style !== "none").map(({ label }) => ({ label }));
  return linesOf({ title, intro, blocks, list, fields, offered } as never);
}

/** Fields in order, each with its label, hint and value; a chosen value by its own label. */
function fieldsOf(form: ScreenView["form"], data: ScreenView["data"]) {
  const order = asList(form?.ui["ui:order"]).filter((name) => typeof name === "string");
  return order.map((name) => {
    const ui = asObject(form?.ui[name]);
    const choices = asList(asObject(asObject(form?.schema["properties"])[name])["enum"]);
    const { [choices.indexOf(data[name] ?? null)]: chosen } = asList(ui["ui:enumNames"]);
    const value = form?.kept[name] ?? chosen ?? data[name] ?? "";
    return { label: ui["ui:title"], value, text: ui["ui:description"] };
  });
}

function linesOf(value: Json): string[] {
  if (Array.isArray(value))
    return value.flatMap((each: Json) => (typeof each === "string" ? [each] : linesOf(each)));
  if (!isObject(value)) return [];
  const { label, value: told } = value;
  const isRow = typeof label === "string" && told !== undefined;
  const row = isRow ? [`${label}: ${typeof told === "string" ? told : JSON.stringify(told)}`] : [];
  return [
    ...row,
    ...Object.entries(value).flatMap(([name, part]: [string, Json]) => {
      // The words of a link to change a row repeat the row.
      if (name === "change" || (isRow && (name === "label" || name === "value"))) return [];
      if (typeof part === "string") return READ.has(name) && part !== "" ? [part] : [];
      return linesOf(part);
    }),
  ];
}
