import { asList, asObject, isObject, type Json } from "../language/json.ts";
import type { ScreenView } from "./view.ts";

/** What a page says beside its fields and its own actions. */
type Told = Pick<ScreenView, "title" | "intro" | "blocks" | "list">;

/** The names of the members of a value that are texts, at any depth. */
type TextName<Value> = Value extends readonly (infer Each)[]
  ? TextName<Each>
  : Value extends object
    ? {
        [Name in keyof Value & string]-?: NonNullable<Value[Name]> extends string
          ? Name
          : TextName<NonNullable<Value[Name]>>;
      }[keyof Value & string]
    : never;

/** Whether people read a text of a view, by the name of its member. */
const IS_READ: { readonly [Name in TextName<Told>]: boolean } = {
  title: true,
  intro: true,
  subtitle: true,
  status: true,
  text: true,
  over: true,
  phone: true,
  label: true,
  value: true,
  empty: true,
  limits: true,
  corner: true,
  at: true,
  // The page counts down in its place.
  day: false,
  // A page with scripts does not say it.
  noscript: false,
  // Not before the action is pressed.
  busy: false,
  yes: false,
  no: false,
  // These are no words.
  id: false,
  place: false,
  kind: false,
  tone: false,
  icon: false,
  picture: false,
  until: false,
  href: false,
  src: false,
  action: false,
  item: false,
  availableAt: false,
  align: false,
  state: false,
  style: false,
};

const READ: ReadonlySet<string> = new Set(
  Object.entries(IS_READ).flatMap(([name, isRead]) => (isRead ? [name] : [])),
);

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
  const told: Told = { title, intro, blocks, list };
  const fields = fieldsOf(form, data);
  const offered = actions.filter(({ style }) => style !== "none").map(({ label }) => ({ label }));
  return linesOf({ ...told, fields, offered } as never);
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
