import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import { isObject, type Json } from "../../../language/json.ts";
import type { TransitionRowDefinition } from "../../../language/transition.ts";
import type { Reporter } from "../../reporter.ts";
import { closest } from "../../../source/closest.ts";

/**
 * Reports path parameters that a screen reads, or saves its answers under, and that its path does
 * not have. They are always empty: what people answer is saved nowhere.
 */
export function checkPathParameters({ flow, reporter }: CheckContext): void {
  for (const screen of flow.screens.values()) {
    const { definition } = screen;
    const at = `/screens/${screen.id}`;
    const own = new Set(screen.pattern.parameters);
    const report = (name: string, pointer: string) => {
      if (own.has(name)) return;
      const suggestion = closest(name, own);
      reporter.at(pointer, {
        code: "FLOW-PATH-PARAMETER",
        message: `The path ${definition.path} of the screen "${screen.id}" has no parameter "${name}": it is always empty here`,
        about: [screen.id, name],
        suggestion: suggestion ?? `{${name}} in the path`,
      });
    };
    for (const name of placesIn(definition.binds ?? "")) report(name, `${at}/binds`);
    for (const [field, path] of bindsOf(flow, screen))
      for (const name of placesIn(path))
        report(name, `/forms/${definition.form ?? ""}/properties/${field}/x-bind`);
    walk(definition as unknown as Json, at, report);
    checkFilled(screen, flow, reporter);
  }
  for (const [id, table] of flow.tables)
    for (const [index, { definition }] of table.rows.entries())
      checkGiven(definition, `/tables/${id}/rows/${index}`, { flow, reporter });
}

/** Reports parameters that a row gives to a screen whose path does not have them. */
function checkGiven(
  { to, params = {} }: TransitionRowDefinition,
  at: string,
  { flow, reporter }: Pick<CheckContext, "flow" | "reporter">,
): void {
  const target = flow.screens.get(to ?? "");
  if (target === undefined) return;
  const known = target.pattern.parameters;
  for (const name of Object.keys(params))
    if (!known.includes(name))
      reporter.at(`${at}/params/${name}`, {
        code: "FLOW-PATH-PARAMETER",
        message: `The path ${target.definition.path} of the screen "${target.id}" has no parameter "${name}"`,
        about: [target.id, name],
        suggestion:
          closest(name, known) ??
          (known.length === 0 ? "(take it out)" : `one of ${known.join(", ")}`),
      });
}

/**
 * Reports parameters in the path of a screen that nothing fills and nothing reads, where the flow
 * has one of nearly the same name.
 */
function checkFilled(screen: CompiledScreen, flow: CompiledVariant, reporter: Reporter): void {
  const known = [...flow.parameters.keys()];
  for (const name of screen.pattern.parameters) {
    if (known.includes(name)) continue;
    const meant = closest(name, known);
    if (meant === undefined || screen.pattern.parameters.includes(meant)) continue;
    reporter.at(`/screens/${screen.id}/path`, {
      code: "FLOW-PATH-PARAMETER",
      message: `Nothing fills {${name}} in the path of the screen "${screen.id}": the flow has no such parameter`,
      about: [screen.id],
      suggestion: `{${meant}}`,
    });
  }
}

/** Where fields of a screen's form are kept, when they say so themselves. */
function bindsOf(
  flow: CompiledVariant,
  { definition }: CompiledScreen,
): (readonly [string, string])[] {
  const form = flow.forms.get(definition.form ?? "");
  return Object.entries(form?.compiled.fields ?? {}).flatMap(([name, field]) =>
    field["x-bind"] === undefined ? [] : [[name, field["x-bind"]] as const],
  );
}

/** Parameters in a state path: `owners.[{params.ownerId}].email` has `ownerId`. */
function placesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{params\.([^{}.]+)\}/g)].map(([, name = ""]) => name);
}

/** Every rule of a screen that reads a parameter, and every place that one fills. */
function walk(value: Json, pointer: string, report: (name: string, pointer: string) => void): void {
  if (Array.isArray(value))
    value.forEach((part: Json, index) => walk(part, `${pointer}/${index}`, report));
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const here = childPointer(pointer, key);
    for (const name of placesIn(key)) report(name, here);
    const read = key === "var" || key === "fact" ? [part].flat()[0] : undefined;
    const name = typeof read === "string" ? /^params\.([^.]+)/.exec(read)?.[1] : undefined;
    if (name !== undefined) report(name, here);
    walk(part, here, report);
  }
}
