import type { Json, JsonObject } from "../language/json.ts";
import type { CompiledList } from "../compile/compiled-screen.ts";
import { renderActions } from "./render-action.ts";
import { itemFacts, type RenderContext } from "./render-context.ts";
import { renderValue } from "./render-value.ts";
import type { ActionView, ListView } from "./view.ts";

/** The list of a screen, with the entries whose `when` holds; undefined where a screen has none. */
export function renderList(context: RenderContext): ListView | undefined {
  const { screen, facts, copy } = context;
  const { list } = screen;
  if (list === undefined) return undefined;
  // A list that could not be read is not shown as an empty one.
  const unknown =
    screen.definition.load !== undefined &&
    screen.actions.get(screen.definition.load)?.when?.test(facts) === true;
  const empty = unknown ? undefined : copy.text(`${screen.copy}.empty`);
  const withItem = itemFacts(facts);
  const items = list.entries(facts).flatMap((entry) => {
    const own = { ...context, facts: withItem(entry) };
    return list.when === undefined || list.when.test(own.facts)
      ? [renderEntry(list, entry, own)]
      : [];
  });
  const limits = limitsOf(list, items.length, context);
  // "Nothing added yet" says the same as "You have added 0", which also says how many are needed.
  const isSaid = items.length === 0 && limits?.state === "least";
  return {
    items,
    empty: isSaid ? undefined : empty,
    limits: limits?.text,
  };
}

/** The number of entries and its limits, for a list that declares them. */
function limitsOf(
  { min, max }: CompiledList,
  count: number,
  { screen, facts, copy }: RenderContext,
): { readonly state: "full" | "least" | "room"; readonly text: string | undefined } | undefined {
  const most = Number(max?.evaluate(facts));
  if (max === undefined || !Number.isFinite(most)) return undefined;
  const least = min === undefined ? 0 : Number(min.evaluate(facts));
  const state = count >= most ? "full" : count < least ? "least" : "room";
  return {
    state,
    text: copy.text(`${screen.copy}.limits.${state}`, { count, min: least, max: most }),
  };
}

function renderEntry(
  list: CompiledList,
  entry: JsonObject,
  context: RenderContext,
): ListView["items"][number] {
  const { screen, facts, copy } = context;
  const { as = "text" } = list.definition;
  const id = String(entry["id"] ?? "");
  const subtitle = written(list.subtitle?.evaluate(facts), "text", context);
  const status = list.status?.evaluate(facts);
  const tone = list.tone?.evaluate(facts);
  const heading = written(list.title.evaluate(facts), as, context);
  return {
    id,
    title: heading || (copy.text(`${screen.copy}.unnamed`) ?? ""),
    ...(subtitle === "" ? {} : { subtitle }),
    ...(typeof status === "string"
      ? { status: copy.text(`${screen.copy}.status.${status}`) ?? status }
      : {}),
    ...(tone === "info" || tone === "success" || tone === "warning" || tone === "error"
      ? { tone }
      : {}),
    actions: renderActions(list.actions, context, id).map((action) =>
      withEntryNamed(action, heading, context),
    ),
  };
}

/** An action whose question names the entry, where the copy has words for it. */
function withEntryNamed(
  action: ActionView,
  title: string,
  { screen, copy }: RenderContext,
): ActionView {
  const { confirm } = action;
  if (confirm === undefined || title === "") return action;
  const named = copy.text(`${screen.copy}.actions.${action.id}.confirm.named`, { title });
  return named === undefined ? action : { ...action, confirm: { ...confirm, title: named } };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_OR_INSTANT = /^\d{4}-\d{2}-\d{2}(?:T|$)/;

/** The parts of a title or subtitle in one text, a day in the reader's language. */
function written(
  value: Json | undefined,
  as: NonNullable<CompiledList["definition"]["as"]>,
  context: RenderContext,
): string {
  const parts: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return parts
    .map((part) => {
      if (typeof part === "string" && (as === "date" ? DAY_OR_INSTANT : DAY).test(part))
        return renderValue(part, { as: "date" }, context);
      if (typeof part !== "string" && typeof part !== "number") return "";
      return as === "money" ? renderValue(part, { as }, context) : String(part);
    })
    .filter((part) => part !== "")
    .join(" ");
}
