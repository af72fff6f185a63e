import type { CheckContext } from "./check-context.ts";
import type { CompiledRow, CompiledScreen, CompiledVariant } from "../compiled-variant.ts";
import type { Reporter } from "../reporter.ts";
import type { Template } from "../../language/rule.ts";
import { namesAnother } from "./check-allow.ts";
import { endsTable } from "./check-tables.ts";
import { Conditions, type Condition, type Scope } from "./condition.ts";
import { afterSets, atPage, withFresh } from "./scopes.ts";

/** Limit of pages, tables and calls that the check follows from one failed read. */
const DEPTH_LIMIT = 12;

/** What only the answer to a call says. */
const ANSWER = ["outcome", "status", "answer", "location"];

/** A read that the service makes before it draws a page. */
interface Read {
  readonly calls: readonly string[];
  /**
   * The screen whose load it is; undefined for the read of an application that was begun elsewhere.
   */
  readonly screen?: CompiledScreen;
}

/** A way that a failed read may take. */
interface Way {
  readonly holds: readonly Condition[];
  readonly scope: Scope;
  /** What was passed, for the message. */
  readonly passed: readonly string[];
  /** A call of the read has failed. */
  readonly failed: boolean;
}

/** Where a table leads on one way through its rows. */
interface Exit extends Way {
  readonly row: CompiledRow;
  readonly pointer: string;
  /** A row on the way shows a notice, so the page is drawn at the address that was asked for. */
  readonly notifies: boolean;
}

/**
 * Reads before a page is drawn (`load`, `adopt`) whose failure leads back to the page that reads,
 * with nothing changed in between: a browser would be sent round for ever, with one call a turn.
 * Every condition on the way counts: a query parameter or a `set` that keeps the page from reading
 * again breaks the circle.
 */
export function checkReadCircles({ flow, reporter }: CheckContext): void {
  new ReadCircles(flow, reporter).check();
}

class ReadCircles {
  private readonly conditions: Conditions;
  private stamps = 0;

  constructor(
    private readonly flow: CompiledVariant,
    private readonly reporter: Reporter,
  ) {
    this.conditions = new Conditions(flow);
  }

  check(): void {
    const { adopt } = this.flow.definition;
    if (adopt !== undefined) this.follow({ calls: [adopt.call] }, adopt.then);
    for (const screen of this.flow.screens.values()) {
      const action = screen.actions.get(screen.definition.load ?? "");
      if (action?.definition.then === undefined) continue;
      const calls = [...action.calls, ...this.callsOf(action.definition.then, new Set())];
      if (calls.length > 0) this.follow({ calls, screen }, action.definition.then);
    }
  }

  /** Follows every row that a failure of the read may take. */
  private follow(read: Read, table: string): void {
    const reported = new Set<string>();
    for (const exit of this.begun(read).flatMap((way) => this.exits(table, way, new Set()))) {
      if (!exit.failed || reported.has(exit.pointer)) continue;
      // With something to say, the page that stands in for an application goes nowhere by itself.
      if (read.screen === undefined && exit.notifies) continue;
      const way = this.led(read, exit, 0);
      if (way === undefined) continue;
      reported.add(exit.pointer);
      this.reporter.at(exit.pointer, {
        code: "FLOW-READ-CIRCLE",
        message: `When the call "${read.calls.join('" or "')}" fails, the row "${exit.row.id}" leads back to the page that makes it, for ever: ${way.join(" → ")}`,
        suggestion:
          "stay: true with a notify; or a query parameter or a set that the page's load and onOpen ask for before they lead on",
      });
    }
  }

  /** The ways on which the table after a read is asked first. */
  private begun({ screen, calls }: Read): readonly Way[] {
    const action = screen?.actions.get(screen.definition.load ?? "");
    const scope =
      screen === undefined
        ? this.conditions.open
        : atPage(this.conditions.open, "any", this.stamp());
    // The application that is read is named in the path.
    const named: Condition[] = [...(screen === undefined ? this.flow.parameters.keys() : [])].map(
      (name) => ({ term: `params.${name}`, asks: "truthy" }),
    );
    const way: Way = {
      holds: [this.conditions.of(action?.when?.rule, scope), ...named],
      scope: afterSets(scope, action?.definition.set, this.stamp()),
      passed: [],
      failed: false,
    };
    const first = screen === undefined ? calls : (action?.calls ?? []);
    return first.length === 0 ? [way] : this.answered(way, first);
  }

  /** The way back to the read from where a row leads; undefined when there is none. */
  private led(read: Read, exit: Exit, depth: number): readonly string[] | undefined {
    if (depth > DEPTH_LIMIT) return undefined;
    const { definition } = exit.row;
    const { leave, to } = definition;
    if (leave !== undefined) {
      if (leave.kind !== "reload" && leave.kind !== "base") return undefined;
      const again =
        leave.kind === "base" ? this.frontPages() : read.screen === undefined ? [] : [read.screen];
      return this.first(again, (screen) =>
        this.opened(read, screen, exit, { query: leave.query, depth }),
      );
    }
    const screen = to === undefined ? undefined : this.flow.screens.get(to);
    if (screen === undefined) return undefined;
    if (read.screen === undefined && namesAnother(this.flow, exit.row))
      return [...exit.passed, `${screen.id} of another application`];
    // A page that a row of its own load leads to is drawn: its load is done.
    if (depth === 0 && screen === read.screen) return undefined;
    return this.opened(read, screen, exit, { query: definition.query, depth });
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
    const scope = atPage(kept, query, this.stamp());
    const here: Way = { ...way, scope, passed: [...way.passed, screen.id] };
    const allowed = this.conditions.of(screen.exists?.rule, scope);
    if (!this.conditions.canHold([...here.holds, allowed])) return undefined;
    const { onOpen } = screen.definition;
    if (onOpen !== undefined)
      for (const exit of this.exits(onOpen, here, new Set())) {
        const found =
          exit.row.definition.to === screen.id ? undefined : this.led(read, exit, depth + 1);
        if (found !== undefined) return found;
      }
    const action = screen.actions.get(screen.definition.load ?? "");
    if (action === undefined) return undefined;
    const holds = [...here.holds, this.conditions.of(action.when?.rule, scope)];
    if (!this.conditions.canHold(holds)) return undefined;
    if (screen === read.screen) return [...here.passed, `the load of ${screen.id}`];
    const { then, set } = action.definition;
    if (then === undefined) return undefined;
    const asked = afterSets(scope, set, this.stamp());
    const ready: Way = { ...here, holds, scope: asked };
    const ways = action.calls.length === 0 ? [ready] : this.answered(ready, action.calls);
    for (const exit of ways.flatMap((each) => this.exits(then, each, new Set()))) {
      // A row of a load that leads to its own page draws it.
      const found =
        exit.row.definition.to === screen.id && !namesAnother(this.flow, exit.row)
          ? undefined
          : this.led(read, exit, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Every row that a table may end with, through the tables and calls that it hands over to. */
  private exits(table: string, way: Way, seen: ReadonlySet<string>, notifies = false): Exit[] {
    if (seen.size > DEPTH_LIMIT) return [];
    const found: Exit[] = [];
    const holds = [...way.holds];
    let { scope } = way;
    let says = notifies;
    for (const [index, row] of (this.flow.tables.get(table)?.rows ?? []).entries()) {
      const { definition } = row;
      const when = this.conditions.of(definition.when, scope);
      if (!this.conditions.canHold([...holds, when])) continue;
      if (!endsTable(definition)) {
        scope = afterSets(
          scope,
          definition.when === undefined ? definition.set : unknown(definition.set),
          this.stamp(),
        );
        says = says || (definition.notify !== undefined && definition.when === undefined);
        continue;
      }
      const name = `${table}/${row.id}`;
      const here: Way = {
        holds: [...holds, when],
        scope: afterSets(scope, definition.set, this.stamp()),
        passed: [...way.passed, name],
        failed: way.failed,
      };
      const tells = says || definition.notify !== undefined;
      if (definition.table !== undefined) {
        if (!seen.has(definition.table))
          found.push(...this.exits(definition.table, here, new Set([...seen, table]), tells));
      } else if (definition.call !== undefined) {
        // Once in a row of calls: a table that is asked again knows more by then.
        if (definition.then !== undefined && !way.passed.includes(name))
          for (const next of this.answered(here, [definition.call]))
            found.push(...this.exits(definition.then, next, new Set(), tells));
      } else
        found.push({ ...here, row, pointer: `/tables/${table}/rows/${index}`, notifies: tells });
      holds.push({ not: when });
      if (!this.conditions.canHold(holds)) break;
    }
    return found;
  }

  /** The ways on once calls were answered: with success, and without. */
  private answered(way: Way, calls: readonly string[]): readonly [success: Way, failure: Way] {
    const sets = calls.flatMap((name) =>
      Object.keys(this.flow.calls.get(name)?.definition.set ?? {}),
    );
    const changed = afterSets(
      way.scope,
      unknown(Object.fromEntries(sets.map((path) => [path, null]))),
      this.stamp(),
    );
    // Of several calls the first may have succeeded before another failed.
    const good = withFresh(changed, ANSWER, this.stamp());
    const bad = withFresh(calls.length > 1 ? changed : way.scope, ANSWER, this.stamp());
    const outcome = (scope: Scope, asks: "truthy" | { readonly equals: string }): Condition => {
      const read = scope.read("outcome");
      return "term" in read ? { term: read.term, asks } : false;
    };
    const success = { equals: "success" };
    return [
      { ...way, scope: good, holds: [...way.holds, outcome(good, success)] },
      {
        ...way,
        scope: bad,
        holds: [...way.holds, outcome(bad, "truthy"), { not: outcome(bad, success) }],
        failed: true,
      },
    ];
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

  /** Calls that rows of a table make, through the tables it hands over to. */
  private callsOf(table: string, seen: Set<string>): readonly string[] {
    if (seen.has(table)) return [];
    seen.add(table);
    return (this.flow.tables.get(table)?.rows ?? []).flatMap(({ definition }) => [
      ...(definition.call === undefined ? [] : [definition.call]),
      ...[definition.table, definition.then].flatMap((next) =>
        next === undefined ? [] : this.callsOf(next, seen),
      ),
    ]);
  }

  private stamp(): string {
    return `s${this.stamps++}`;
  }
}

/** The same paths, with values that nothing is known of. */
function unknown(
  sets: Readonly<Record<string, Template>> | undefined,
): Readonly<Record<string, Template>> {
  return Object.fromEntries(Object.keys(sets ?? {}).map((path) => [path, { var: path }]));
}
