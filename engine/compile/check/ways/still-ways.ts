import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledAction, CompiledScreen } from "../../compiled-screen.ts";
import { namesApplication } from "./check-allow.ts";
import { endsTable } from "../screens/check-tables.ts";
import type { Conditions } from "../conditions/condition.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { sendsWholeFormOf } from "../screens/screen-links.ts";
import type { ScreenWays } from "./screen-ways.ts";
import type { EndRow } from "./ways.ts";

/** A way from a screen on which nothing changes, and what holds where it is taken. */
export interface StillWay {
  readonly to: string;
  readonly holds: readonly Condition[];
}

/** An action of a screen, and its ways on which nothing changes. */
export interface StillAction {
  /** The condition under which the screen offers it. */
  readonly when: Condition;
  readonly ways: readonly StillWay[];
}

/**
 * Finds the ways between screens on which nothing changes, so that they can be taken without end.
 */
export class StillWays {
  private readonly known = new Map<string, readonly StillAction[] | undefined>();

  constructor(
    private readonly flow: CompiledVariant,
    private readonly conditions: Conditions,
    private readonly ways: ScreenWays,
  ) {}

  /** The actions of a screen; undefined where it is an end, or something else leads on from it. */
  from(screen: CompiledScreen): readonly StillAction[] | undefined {
    if (!this.known.has(screen.id)) this.known.set(screen.id, this.found(screen));
    return this.known.get(screen.id);
  }

  private found(screen: CompiledScreen): readonly StillAction[] | undefined {
    const { definition, blocks, actions, list } = screen;
    const { kind, poll, load, onOpen } = definition;
    const isLinked = blocks.some(
      ({ href, items, definition: { change } }) =>
        href !== undefined ||
        change !== undefined ||
        items.some((item) => item.definition.change !== undefined),
    );
    if (kind === "outcome" || isLinked || poll !== undefined) return undefined;
    if (load !== undefined || onOpen !== undefined || list !== undefined) return undefined;
    return [...actions.values()].map((action) => ({
      when: this.conditions.of(action.when?.rule, this.conditions.open),
      ways: this.waysOf(screen, action),
    }));
  }

  private waysOf(screen: CompiledScreen, action: CompiledAction): readonly StillWay[] {
    const { definition, set, calls } = action;
    if (
      sendsWholeFormOf(screen, action) ||
      definition.keep === true ||
      set.length > 0 ||
      calls.length > 0
    )
      return [];
    if (definition.then === undefined)
      return definition.to === undefined ? [] : this.named(screen, definition.to, []);
    const { endRows } = this.ways.endsOf(definition.then, []);
    return endRows.flatMap((end) => {
      if (this.changes(end)) return [];
      const { to, leave } = end.row.definition;
      if (leave !== undefined)
        return leave.kind === "reload" ? [{ to: screen.id, holds: end.holds }] : [];
      return to === undefined ? [] : this.named(screen, to, end.holds);
    });
  }

  /**
   * Whether something changes on the way to an end row, is said there, or follows from resumption.
   */
  private changes({ row, passed, notifies }: EndRow): boolean {
    if (notifies || row.definition.stay !== undefined || namesApplication(this.flow, row))
      return true;
    return passed.some((name) => {
      const cut = name.lastIndexOf("/");
      // Resumption leads by all that is known of an application, which no single state tells.
      if (name.slice(0, cut) === this.flow.definition.resume) return true;
      const rows = this.flow.tables.get(name.slice(0, cut))?.rows ?? [];
      return rows.some(
        ({ id, definition }) =>
          (id === name.slice(cut + 1) || !endsTable(definition)) &&
          (definition.set !== undefined || definition.call !== undefined),
      );
    });
  }

  /** The ways to a screen by its name, `next` or `previous`. */
  private named(
    from: CompiledScreen,
    name: string,
    known: readonly Condition[],
  ): readonly StillWay[] {
    const { open } = this.conditions;
    const passed: Condition[] = [];
    return this.ways.named(from, name).flatMap((to) => {
      const screen = this.flow.screens.get(to);
      if (screen === undefined) return [];
      const isNeighbour = to !== name;
      const skipped: Condition = {
        any: [
          isNeighbour && screen.skip !== undefined
            ? this.conditions.of(screen.skip.rule, open)
            : false,
          { not: this.conditions.of(isNeighbour ? screen.exists?.rule : undefined, open) },
        ],
      };
      const holds = [...known, ...passed, { not: skipped }];
      passed.push(skipped);
      const opens = this.ways.shown(screen);
      return [{ to, holds: [...holds, opens] }];
    });
  }
}
