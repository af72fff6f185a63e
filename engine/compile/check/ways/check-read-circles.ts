import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Reporter } from "../../reporter.ts";
import type { Template } from "../../../language/rule.ts";
import { callsOfTable } from "../screens/calls-of-table.ts";
import { namesApplication } from "./check-allow.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import type { Conditions } from "../conditions/condition.ts";
import { afterSets, atPage } from "../conditions/scopes.ts";
import type { ConditionContext } from "../conditions/condition-context.ts";
import { Ways, type EndRow, type Way } from "./ways.ts";

/** Limit of pages that the check follows from one failed read. */
const DEPTH_LIMIT = 12;

/** A read that the service makes before it draws a page. */
interface Read {
  readonly calls: readonly string[];
  /**
   * The screen whose load it is; undefined for the read of an application that was begun elsewhere.
   */
  readonly screen?: CompiledScreen;
}

/**
 * Reports reads before a page (`load`, `adopt`) whose failure leads back to the same page and
 * changes nothing. A browser would be redirected without end, with one call each time. Every
 * condition on the way counts: a query parameter or a `set` that keeps the page from reading
 * again breaks the circle.
 */
export function checkReadCircles(context: ConditionContext): void {
  new ReadCircles(context).check();
}

class ReadCircles {
  private readonly flow: CompiledVariant;
  private readonly reporter: Reporter;
  private readonly conditions: Conditions;
  private readonly ways: Ways;

  constructor({ flow, reporter, conditions }: ConditionContext) {
    this.flow = flow;
    this.reporter = reporter;
    this.conditions = conditions;
    this.ways = new Ways(flow, conditions);
  }

  check(): void {
    const { adopt } = this.flow.definition;
    if (adopt !== undefined) this.follow({ calls: [adopt.call] }, adopt.then);
    for (const screen of this.flow.screens.values()) {
      const action = screen.actions.get(screen.definition.load ?? "");
      if (action?.definition.then === undefined) continue;
      const calls = [...action.calls, ...callsOfTable(this.flow, action.definition.then)];
      if (calls.length > 0) this.follow({ calls, screen }, action.definition.then);
    }
  }

  /** Follows every row that a failure of the read may take. */
  private follow(read: Read, table: string): void {
    const reported = new Set<string>();
    for (const end of this.begun(read).flatMap((way) => this.ways.through(table, way).endRows)) {
      if (!end.failed || reported.has(end.pointer)) continue;
      // With a notice, the page that is shown in place of an application redirects nowhere by
      // itself.
      if (read.screen === undefined && end.notifies) continue;
      const way = this.led(read, end, 0);
      if (way === undefined) continue;
      reported.add(end.pointer);
      this.reporter.at(end.pointer, {
        code: "FLOW-READ-CIRCLE",
        message: `When the call "${read.calls.join('" or "')}" fails, the row "${end.row.id}" leads back to the page that makes it, for ever: ${way.join(" → ")}`,
        suggestion:
          "stay: true with a notify; or a query parameter or a set that the page's load and onOpen ask for before they lead on",
      });
    }
  }

  /** The ways on which the table after a read is evaluated first. */
  private begun({ screen, calls }: Read): readonly Way[] {
    const action = screen?.actions.get(screen.definition.load ?? "");
    const scope =
      screen === undefined
        ? this.conditions.open
        : atPage(this.conditions.open, "any", this.ways.stamp());
    // The application that is read, and what the page's own path names.
    const names = screen === undefined ? this.flow.parameters.keys() : screen.pattern.parameters;
    const named = [...names].map((name): Condition => ({ term: `params.${name}`, asks: "truthy" }));
    const way: Way = {
      holds: [this.conditions.of(action?.when?.rule, scope), ...named],
      scope: afterSets(scope, action?.definition.set, this.ways.stamp()),
      passed: [],
      failed: false,
    };
    const first = screen === undefined ? calls : (action?.calls ?? []);
    return first.length === 0 ? [way] : this.ways.answered(way, first);
  }

  /** The way back to the read from where a row leads; undefined when there is none. */
  private led(read: Read, end: EndRow, depth: number): readonly string[] | undefined {
    if (depth > DEPTH_LIMIT) return undefined;
    const { definition } = end.row;
    const { leave, to } = definition;
    if (leave !== undefined) {
      if (leave.kind !== "reload" && leave.kind !== "base") return undefined;
      const again =
        leave.kind === "base" ? this.frontPages() : read.screen === undefined ? [] : [read.screen];
      return this.first(again, (screen) =>
        this.opened(read, screen, end, { query: leave.query, depth }),
      );
    }
    const screen = to === undefined ? undefined : this.flow.screens.get(to);
    if (screen === undefined) return undefined;
    if (read.screen === undefined && namesApplication(this.flow, end.row))
      return [...end.passed, `${screen.id} of another application`];
    // A page that a row of its own load leads to is drawn: its load is done.
    if (depth === 0 && screen === read.screen) return undefined;
    return this.opened(read, screen, end, { query: definition.query, depth });
  }

  /** What a page does by itself once it is opened: its `onOpen` table, then its load. */
  private opened(
    read: Read,
    screen: CompiledScreen,
    way: Way,
    {
      query,
      depth,
    }: {
      readonly query: Readonly<Record<string, Template>> | undefined;
      readonly depth: number;
    },
  ): readonly string[] | undefined {
    // What a failed read of an application changes is kept nowhere.
    const kept = read.screen === undefined && depth === 0 ? this.conditions.open : way.scope;
    const scope = atPage(kept, query, this.ways.stamp());
    const here: Way = { ...way, scope, passed: [...way.passed, screen.id] };
    const allowed = this.conditions.of(screen.exists?.rule, scope);
    if (!this.conditions.canHold([...here.holds, allowed])) return undefined;
    const { onOpen } = screen.definition;
    if (onOpen !== undefined)
      for (const end of this.ways.through(onOpen, here).endRows) {
        const found =
          end.row.definition.to === screen.id ? undefined : this.led(read, end, depth + 1);
        if (found !== undefined) return found;
      }
    const action = screen.actions.get(screen.definition.load ?? "");
    if (action === undefined) return undefined;
    const holds = [...here.holds, this.conditions.of(action.when?.rule, scope)];
    if (!this.conditions.canHold(holds)) return undefined;
    if (screen === read.screen) return [...here.passed, `the load of ${screen.id}`];
    const { then, set } = action.definition;
    if (then === undefined) return undefined;
    const after = afterSets(scope, set, this.ways.stamp());
    const ready: Way = { ...here, holds, scope: after };
    const ways = action.calls.length === 0 ? [ready] : this.ways.answered(ready, action.calls);
    for (const end of ways.flatMap((each) => this.ways.through(then, each).endRows)) {
      // A row of a load that leads to its own page draws it.
      const found =
        end.row.definition.to === screen.id && !namesApplication(this.flow, end.row)
          ? undefined
          : this.led(read, end, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private frontPages(): readonly CompiledScreen[] {
    return [...this.flow.screens.values()].filter(({ definition }) => definition.path === "/");
  }

  private first<T, R>(list: readonly T[], find: (each: T) => R | undefined): R | undefined {
    for (const each of list) {
      const found = find(each);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
