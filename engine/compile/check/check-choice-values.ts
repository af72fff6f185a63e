import { asObject, isObject, type Json } from "../../language/json.ts";
import { readPath, replaceIds } from "../../rules/state-path.ts";
import { childPointer } from "../../source/json-pointer.ts";
import type { CheckContext } from "./check-context.ts";
import { choicesAsked } from "./written-values.ts";

/** Parts of the definition tree whose rules may look something up. */
const RULED = ["values", "guards", "screens", "tables", "calls", "forms", "events"] as const;

/** A setting that a rule reads by a choice, and the choices that have a value there. */
interface ChoiceRead {
  /** State path of the choice. */
  readonly path: string;
  /** The setting that has a value for each choice. */
  readonly setting: string;
  readonly known: readonly string[];
}

/**
 * Reports choices of forms without the setting that a rule reads for them. The rule gives null
 * there, and results that are computed from it are wrong.
 */
export function checkChoiceValues({ flow, tree, reporter }: CheckContext): void {
  const asked = choicesAsked(flow);
  const report = (read: ChoiceRead, pointer: string): void => {
    const choices = (asked.get(replaceIds(read.path, "0")) ?? []).filter(
      (choice) => choice !== null && choice !== "",
    );
    const without = choices.map(String).filter((choice) => !read.known.includes(choice));
    // Where no choice has an entry, the entries are named by something else.
    if (without.length === 0 || without.length === choices.length) return;
    reporter.at(pointer, {
      code: "FLOW-CHOICE-VALUE",
      severity: "warning",
      message: `The setting "${read.setting}" has nothing for ${without.map((each) => `"${each}"`).join(", ")}, which "${read.path}" may be: the rule gives null then`,
      suggestion: `${without.join(", ")} below config.${read.setting}`,
    });
  };
  const visit = (value: Json, pointer: string): void => {
    if (Array.isArray(value)) {
      value.forEach((part: Json, at) => visit(part, `${pointer}/${at}`));
      return;
    }
    if (!isObject(value)) return;
    const read = settingIn(value, flow.config);
    if (read !== undefined) report(read, pointer);
    for (const [key, part] of Object.entries(value)) visit(part, childPointer(pointer, key));
  };
  for (const part of RULED)
    for (const [name, value] of Object.entries(asObject(tree[part])))
      visit(value, childPointer(`/${part}`, name));
}

/** `{ var: { cat: ['config.PREFIX.', { var: PATH }] } }`. */
function settingIn(rule: Readonly<Record<string, Json>>, config: Json): ChoiceRead | undefined {
  const { cat } = asObject([rule["var"]].flat()[0] ?? null);
  if (!Array.isArray(cat) || cat.length !== 2) return undefined;
  const [prefix, id] = cat as readonly Json[];
  const path = pathOf(id);
  const [, setting] = /^config\.(.+)\.$/.exec(String(prefix)) ?? [];
  const settings = setting === undefined ? undefined : readPath(config, setting);
  return path === undefined || setting === undefined || !isObject(settings)
    ? undefined
    : { path, setting, known: Object.keys(settings) };
}

function pathOf(rule: Json | undefined): string | undefined {
  const path = asObject(rule)["var"];
  return typeof path === "string" ? path : undefined;
}
