import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledAction, CompiledScreen } from "../../compiled-screen.ts";
import type { Template } from "../../../language/rule.ts";
import type { ExitDefinition } from "../../../language/transition.ts";
import { formPaths, namesApplication } from "./check-allow.ts";
import type { Conditions, Scope } from "../conditions/condition.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { placedActions, sendsWholeFormOf } from "../screens/screen-links.ts";
import { afterSets } from "../conditions/scopes.ts";
import { valuesAsRead } from "./table-paths.ts";
import { Ways, type EndRow, type TableEnds } from "./ways.ts";

/** Assignments that are tried to find an end row. */
const STEPS = 100;

/** A way from a screen that some state allows. */
export interface ScreenWay {
  readonly from: string;
  /** A screen; undefined where the way leaves the flow. */
  readonly to: string | undefined;
  /** Undefined for a link of a block, and for what the page does by itself when it is opened. */
  readonly action: string | undefined;
  /** The deciding row, `table/row`; undefined where the action names the screen itself. */
  readonly row?: string;
  /** The screen that was meant refuses, and resumption leads here. */
  readonly isResumed: boolean;
}

/** Whether a way to a screen, or out of the flow, is looked for. */
type Wanted = (to: string | undefined) => boolean;

/** An action, with the conditions under which its table is evaluated. */
export interface PossibleAction {
  readonly screen: CompiledScreen;
  readonly action: CompiledAction;
  /** The action in the definition tree. */
  readonly at: string;
  /** What holds when its table, or the screen it names, is asked. */
  readonly holds: readonly Condition[];
  readonly ends: TableEnds | undefined;
}

/** Finds the ways between the screens of a flow that its conditions allow. */
export class ScreenWays {
  private readonly ways: Ways;
  private readonly known = new Map<string, TableEnds>();
  private resumed: TableEnds | undefined;
  private targets: ReadonlySet<string | undefined> | undefined;

  constructor(
    private readonly flow: CompiledVariant,
    private readonly conditions: Conditions,
  ) {
    this.ways = new Ways(flow, conditions);
  }

  /** Where the table for resuming ends: rows whose screens refuse are passed over. */
  get resume(): TableEnds {
    this.resumed ??= this.ways.through(this.flow.definition.resume, this.ways.unknown, {
      passesRefused: true,
    });
    return this.resumed;
  }

  /** Where resumption may lead; undefined for an exit. */
  private get resumedTo(): ReadonlySet<string | undefined> {
    this.targets ??= new Set(
      this.resume.endRows.flatMap(({ row, holds, scope }) => {
        const { to, leave } = row.definition;
        if (to === undefined) return leave === undefined ? [] : [undefined];
        return this.mayHold([...holds, this.ways.opens(to, scope, row)]) ? [to] : [];
      }),
    );
    return this.targets;
  }

  private mayHold(conditions: readonly Condition[]): boolean {
    return this.conditions.canHold(conditions, STEPS);
  }

  /** Every action of a screen that some state offers. */
  *possibleActions(screen: CompiledScreen): Generator<PossibleAction> {
    for (const { at, action } of placedActions(screen)) {
      const holds = this.before(screen, action);
      if (!this.mayHold(holds)) continue;
      const { then } = action.definition;
      const ends = then === undefined ? undefined : this.endsOf(then, action.calls);
      yield { screen, action, at, holds, ends };
    }
  }

  /** Every way from a screen, each once. */
  from(screen: CompiledScreen): readonly ScreenWay[] {
    const found = new Map<string, ScreenWay>();
    for (const way of this.each(screen, () => true)) {
      const key = `${way.to ?? ""} ${way.action ?? ""} ${way.row ?? ""}`;
      if (!way.isResumed || !found.has(key)) found.set(key, way);
    }
    return [...found.values()];
  }

  /** Whether some way from a screen leads to one that is wanted. */
  leads(screen: CompiledScreen, isWanted: Wanted): boolean {
    return this.each(screen, isWanted).next().done !== true;
  }

  private *each(screen: CompiledScreen, isWanted: Wanted): Generator<ScreenWay> {
    const { onOpen } = screen.definition;
    for (const { action, holds, ends } of this.possibleActions(screen)) {
      const { to } = action.definition;
      const start = { from: screen.id, action: action.id };
      if (to !== undefined && ends === undefined)
        for (const way of this.led(screen, to, { holds, scope: this.conditions.open, isWanted }))
          yield { ...start, ...way };
      for (const way of this.ended(screen, ends, { holds, isWanted })) yield { ...start, ...way };
      // An action that stays may have changed what the screen asks for.
      if (screen.allow !== undefined || screen.exists !== undefined)
        for (const target of this.resumedTo)
          if (stays(action, ends) && isWanted(target))
            yield { ...start, to: target, isResumed: true };
    }
    if (onOpen !== undefined) {
      const holds = [this.shown(screen)];
      for (const way of this.ended(screen, this.endsOf(onOpen, []), { holds, isWanted }))
        yield { from: screen.id, action: undefined, ...way };
    }
    for (const { definition, items } of screen.blocks)
      for (const { change } of [definition, ...items.map((item) => item.definition)])
        if (change !== undefined && isWanted(change))
          yield { from: screen.id, to: change, action: undefined, isResumed: false };
  }

  /** The condition under which a row or an action opens a screen. */
  opens(
    to: string,
    { scope, row }: { readonly scope: Scope; readonly row?: EndRow["row"] | undefined },
  ): Condition {
    return this.ways.opens(to, scope, row);
  }

  /** The condition under which a screen is shown. */
  shown(screen: CompiledScreen, scope: Scope = this.conditions.open): Condition {
    // The application of a page's path has an id.
    const named = screen.pattern.parameters.flatMap((name): Condition[] => {
      const rule = this.flow.parameters.get(name)?.rule;
      return rule === undefined ? [] : [this.conditions.of(rule, scope)];
    });
    const rules = [screen.exists, screen.allow].map((rule) =>
      this.conditions.of(rule?.rule, scope),
    );
    return { all: [...named, ...rules] };
  }

  /** What holds once an action has saved its form and made its changes. */
  private before(screen: CompiledScreen, action: CompiledAction): readonly Condition[] {
    const { open } = this.conditions;
    const sends = sendsWholeFormOf(screen, action);
    const isKept = action.definition.keep === true;
    const typed = sends || isKept ? formPaths(this.flow, screen) : {};
    const set = action.definition.set ?? {};
    const earlier = afterSets(open, { ...typed, ...valuesAsRead(set) }, "before");
    const constants = Object.entries(set).flatMap(([path, value]): Condition[] =>
      isConstant(value) && !path.includes("[") && !path.includes("{")
        ? [{ term: path, asks: { equals: value } }]
        : [],
    );
    const answered =
      sends && !isKept && this.flow.derived.done[screen.id] !== undefined
        ? [this.conditions.of(screen.done?.rule, afterSets(open, valuesAsRead(set), "typed"))]
        : [];
    return [
      this.shown(screen, earlier),
      this.conditions.of(action.when?.rule, earlier),
      ...constants,
      ...answered,
    ];
  }

  /** The ends of a table that is evaluated after the answers of calls. */
  endsOf(table: string, calls: readonly string[]): TableEnds {
    const key = `${table} ${calls.join(" ")}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { unknown } = this.ways;
    const starts = calls.length === 0 ? [unknown] : this.ways.answered(unknown, calls);
    const each = starts.map((way) => this.ways.through(table, way));
    const ends = {
      endRows: each.flatMap(({ endRows }) => endRows),
      open: each.flatMap(({ open }) => open),
    };
    this.known.set(key, ends);
    return ends;
  }

  private *ended(
    screen: CompiledScreen,
    ends: TableEnds | undefined,
    { holds, isWanted }: { readonly holds: readonly Condition[]; readonly isWanted: Wanted },
  ): Generator<Pick<ScreenWay, "to" | "row" | "isResumed">> {
    for (const end of ends?.endRows ?? []) {
      const { to, leave } = end.row.definition;
      const all = [...holds, ...end.holds];
      const row = end.passed.at(-1) ?? "";
      if (leave !== undefined) {
        const targets = this.leftTo(leave.kind).filter((target) => isWanted(target));
        if (targets.length > 0 && this.mayHold(all))
          for (const target of targets) yield { to: target, row, isResumed: false };
      }
      if (to === undefined) continue;
      if (namesApplication(this.flow, end.row)) {
        if (isWanted(to) && this.mayHold(all)) yield { to, row, isResumed: false };
        continue;
      }
      const known = { holds: all, scope: end.scope, row: end.row, isWanted };
      for (const way of this.led(screen, to, known)) yield { ...way, row };
    }
  }

  /**
   * Where an end row leads this application inside the flow; undefined for one that leaves it. One
   * that starts again begins another application.
   */
  private leftTo(kind: ExitDefinition["kind"]): readonly (string | undefined)[] {
    if (kind === "reload" || kind === "start-again") return [];
    if (kind !== "base") return [undefined];
    return [...this.flow.screens.values()].flatMap(({ id, definition }) =>
      definition.path === "/" ? [id] : [],
    );
  }

  /** Where a screen's name leads: to it, or where it refuses, where resumption leads. */
  private *led(
    from: CompiledScreen,
    name: string,
    {
      holds: known,
      scope,
      row,
      isWanted,
    }: {
      readonly holds: readonly Condition[];
      readonly scope: Scope;
      readonly row?: Parameters<Ways["opens"]>[2];
      readonly isWanted: Wanted;
    },
  ): Generator<Pick<ScreenWay, "to" | "isResumed">> {
    const resumed = [...this.resumedTo].filter((target) => isWanted(target));
    for (const to of this.named(from, name)) {
      if (!isWanted(to) && resumed.length === 0) continue;
      // Neighbours are the screens that the state does not pass over.
      const { skip, exists } = (to === name ? undefined : this.flow.screens.get(to)) ?? {};
      const passed = skip === undefined ? false : this.conditions.of(skip.rule, scope);
      const holds = [
        ...known,
        { not: passed },
        this.conditions.of(exists?.rule, scope),
        ...(name === "next" ? this.reviewed(from, to, scope) : []),
      ];
      const opens = this.ways.opens(to, scope, row);
      if (isWanted(to) && this.mayHold([...holds, opens])) yield { to, isResumed: false };
      if (opens === true || resumed.length === 0 || !this.mayHold([...holds, { not: opens }]))
        continue;
      for (const target of resumed) yield { to: target, isResumed: true };
    }
  }

  /**
   * What holds where `next` leads to the screen where answers are looked over, past others: each of
   * the sequence before it is done or passed over.
   */
  private reviewed(from: CompiledScreen, to: string, scope: Scope): readonly Condition[] {
    if (this.flow.screens.get(to)?.definition.review !== true) return [];
    const names = [...this.flow.sequences.values()].find((each) => each.includes(from.id)) ?? [];
    return names.slice(0, names.indexOf(to)).flatMap((id): readonly Condition[] => {
      const { done, skip, exists } = this.flow.screens.get(id) ?? {};
      if (done === undefined) return [];
      const passed: readonly Condition[] = [
        skip === undefined ? false : this.conditions.of(skip.rule, scope),
        exists === undefined ? false : { not: this.conditions.of(exists.rule, scope) },
      ];
      return [{ any: [this.conditions.of(done.rule, scope), ...passed] }];
    });
  }

  /** A screen, or the neighbours that `next` and `previous` may lead to. */
  named(from: CompiledScreen, name: string): readonly string[] {
    if (name !== "next" && name !== "previous") return [name];
    const found: string[] = [];
    for (const names of this.flow.sequences.values()) {
      const at = names.indexOf(from.id);
      if (at < 0) continue;
      const side = name === "next" ? names.slice(at + 1) : names.slice(0, at).toReversed();
      for (const each of side) {
        found.push(each);
        const screen = this.flow.screens.get(each);
        if (screen !== undefined && screen.skip === undefined && screen.exists === undefined) break;
      }
      // A change comes back to where answers are looked over.
      for (const each of name === "next" ? side : [])
        if (this.flow.screens.get(each)?.definition.review === true) found.push(each);
    }
    return [...new Set(found)];
  }
}

function isConstant(value: Template): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

/** Whether an action may stay on its screen. */
function stays({ definition, set, calls }: CompiledAction, ends: TableEnds | undefined): boolean {
  if (ends === undefined) return definition.to === undefined && set.length + calls.length > 0;
  return ends.open.length > 0 || ends.endRows.some(({ row }) => row.definition.stay !== undefined);
}
