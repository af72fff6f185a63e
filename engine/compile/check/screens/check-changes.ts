import { isObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { Template } from "../../../language/rule.ts";
import type { CompiledBlock, CompiledItem, CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CheckContext } from "../run/check-context.ts";
import { Conditions } from "../conditions/condition.ts";
import { mayChange } from "../conditions/scopes.ts";
import { PlacesWritten } from "./places-written.ts";
import { placedActions, destinationsOf, sendsWholeFormOf } from "./screen-links.ts";
import { savedPlaces } from "../../saved-fields.ts";
import { stateSchemaAt } from "../../value-type.ts";

/**
 * Reports lines of summaries whose link to change leads to a page that does not ask for what they
 * show, or from where the way back leads through every screen in between.
 */
export function checkChanges(context: CheckContext): void {
  checkLines(context);
  checkWaysBack(context);
}

function checkLines({ flow, reporter }: CheckContext): void {
  const conditions = new Conditions(flow);
  const pathsOf = (value: Template): readonly string[] =>
    conditions.pathsOf({ all: value as Json }).filter((path) => isInState(flow, path));
  const asking = new AskingScreens(flow);
  for (const screen of flow.screens.values())
    for (const [index, block] of screen.blocks.entries()) {
      const at = `/screens/${screen.id}/blocks/${index}`;
      const { change, items = [] } = block.definition;
      const shown = (item: CompiledItem) =>
        valuesOf(item, (value) => pathsOf(inList(value, block)));
      for (const [line, item] of block.items.entries()) {
        if (item.definition.change === undefined) continue;
        if (isUnreachable(screen, block, item.definition.change, `${at}/items/${line}/change`))
          continue;
        const paths = shown(item);
        if (paths.length > 0)
          checkChange(item.definition.change, paths, `${at}/items/${line}/change`);
      }
      if (change === undefined || isUnreachable(screen, block, change, `${at}/change`)) continue;
      if (items.length === 0) continue;
      const all = block.items.flatMap((item) => shown(item));
      if (all.length > 0) checkChange(change, all, `${at}/change`);
    }

  /** Reports a link that is never drawn, since nothing fills the path of its screen. */
  function isUnreachable(
    from: CompiledScreen,
    block: CompiledBlock,
    to: string,
    pointer: string,
  ): boolean {
    const target = flow.screens.get(to);
    // The entry that the block is about fills the parameter of its own screen.
    if (block.of !== undefined) return false;
    const filled = (name: string) =>
      flow.parameters.has(name) || from.pattern.parameters.includes(name);
    const missing = target?.pattern.parameters.find((name) => !filled(name));
    if (missing === undefined) return false;
    const list = [...flow.screens.values()].find(
      (screen) =>
        screen.definition.list !== undefined &&
        screen.pattern.parameters.every(filled) &&
        [...(screen.list?.actions.values() ?? [])].some((action) =>
          destinationsOf(flow, action).includes(to),
        ),
    );
    reporter.at(pointer, {
      code: "FLOW-CHANGE",
      severity: "warning",
      message: `The page of the screen "${to}" is about one {${missing}}, which the screen "${from.id}" does not know: the line has no link to change it`,
      about: [to, from.id],
      suggestion: list?.id ?? "the screen with the list, where one is chosen",
    });
    return true;
  }

  function checkChange(to: string, paths: readonly string[], pointer: string): void {
    const target = flow.screens.get(to);
    if (target === undefined || asking.asksFor(target, paths)) return;
    const fits = [...flow.screens.values()].find(
      (screen) => screen.definition.form !== undefined && asking.asksFor(screen, paths),
    );
    // What this variant asks for nowhere is not shown in it either.
    if (fits === undefined) return;
    reporter.at(pointer, {
      code: "FLOW-CHANGE",
      severity: "warning",
      message: `The screen "${to}" does not ask for "${paths[0] ?? ""}": people who want to change it find no field there`,
      about: [to, paths[0] ?? ""],
      suggestion: fits.id,
    });
  }
}

function checkWaysBack({ flow, reporter }: CheckContext): void {
  for (const names of flow.sequences.values())
    for (const [at, id] of names.entries()) {
      const screen = flow.screens.get(id);
      if (screen === undefined || screen.definition.review === true) continue;
      // From the screen right before it, `next` leads back anyway.
      const passed = new Set(names.slice(0, Math.max(0, at - 1)));
      const far = screen.blocks
        .filter(({ definition }) => definition.kind === "summary")
        .flatMap(({ definition: { change, items = [] } }) => [
          change,
          ...items.map((item) => item.change),
        ])
        .find((to) => to !== undefined && passed.has(to) && goesOn(flow, to));
      if (far === undefined) continue;
      reporter.at(`/screens/${id}`, {
        code: "FLOW-REVIEW",
        severity: "warning",
        message: `Whoever changes an answer on the screen "${far}" is led on from there, through every screen up to "${id}"`,
        suggestion: "review: true, which leads back at once",
      });
    }
}

/** Whether the form of a screen leads to the next one of its sequence. */
function goesOn(flow: CompiledVariant, id: string): boolean {
  const screen = flow.screens.get(id);
  return (
    screen !== undefined &&
    placedActions(screen).some(
      ({ action }) =>
        sendsWholeFormOf(screen, action) && destinationsOf(flow, action).includes("next"),
    )
  );
}

/** A value with the paths of its list in place of `item`, in a block for each entry of one. */
function inList(value: Template, { definition: { of } }: CompiledBlock): Template {
  const list = isObject(of as Json) ? (of as JsonObject)["var"] : undefined;
  if (typeof list !== "string") return value;
  const placed = (part: Json): Json => {
    if (Array.isArray(part)) return part.map((each: Json) => placed(each));
    if (!isObject(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, inside]) => [
        name,
        name === "var" && typeof inside === "string"
          ? inside.replace(/^item(?=\.)/, `${list}.0`)
          : placed(inside),
      ]),
    );
  };
  return placed(value as Json);
}

/** The state paths that an item's value reads. */
function valuesOf(
  { definition }: CompiledItem,
  pathsOf: (value: Template) => readonly string[],
): readonly string[] {
  return definition.value === undefined ? [] : pathsOf(definition.value);
}

function isInState(flow: CompiledVariant, path: string): boolean {
  return stateSchemaAt(flow.stateSchema, path) !== undefined;
}

/** Which screens ask for which paths of the state. */
class AskingScreens {
  private readonly written = new Map<CompiledScreen, readonly string[]>();

  constructor(private readonly flow: CompiledVariant) {}

  /**
   * Whether a screen asks for one of some paths, or changes it. A field that is kept nowhere, or
   * that another variant has, is known by its name.
   */
  asksFor(screen: CompiledScreen, paths: readonly string[]): boolean {
    const written = this.written.get(screen) ?? writtenBy(this.flow, screen);
    this.written.set(screen, written);
    const declared = this.flow.forms.get(screen.definition.form ?? "")?.declared ?? [];
    return paths.some(
      (path) =>
        declared.includes(path.slice(path.lastIndexOf(".") + 1)) ||
        written.some((each) => mayChange(each, path)),
    );
  }
}

/** State paths that a screen changes: by its form, its list, its actions and what follows them. */
function writtenBy(flow: CompiledVariant, screen: CompiledScreen): readonly string[] {
  const { definition } = screen;
  const of = definition.list?.of;
  const places = new PlacesWritten(flow);
  places.addActions(screen);
  return [...savedPlaces(flow, screen), ...(typeof of === "string" ? [of] : []), ...places.paths];
}
