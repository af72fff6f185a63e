import type { CompiledRow, CompiledVariant } from "../../compiled-variant.ts";
import { endsTable } from "../screens/check-tables.ts";
import type { Conditions, Scope } from "../conditions/condition.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import { scopeAtScreen } from "./check-allow.ts";
import { afterSets, withFresh } from "../conditions/scopes.ts";
import { valuesAsRead } from "./table-paths.ts";

/** Limit of tables that the analysis follows into one another. */
const DEPTH_LIMIT = 12;

/** Assignments that are tried to find an end row; a state without one is asked about later. */
const PRUNING = 60;

/** What only the answer to a call says. */
const ANSWER = ["outcome", "status", "answer", "location"];

/** A way through tables and calls, and all that is known on it. */
export interface Way {
  readonly holds: readonly Condition[];
  readonly scope: Scope;
  /** The rows that were passed, `table/row`. */
  readonly passed: readonly string[];
  /** A call on the way has failed. */
  readonly failed: boolean;
}

/** The row that a way through a table ends with. */
export interface EndRow extends Way {
  readonly row: CompiledRow;
  /** The row in the definition tree. */
  readonly pointer: string;
  /** A row on the way shows a notice. */
  readonly notifies: boolean;
}

/** Where the ways through a table end. */
export interface TableEnds {
  readonly endRows: readonly EndRow[];
  /** Ways on which no row matches, with the table that has none. */
  readonly open: readonly (Way & { readonly table: string })[];
}

/** How a table is evaluated. */
interface Asking {
  /** Rows whose screen refuses are passed over, as in the table for resuming. */
  readonly passesRefused?: boolean;
  readonly notifies?: boolean;
}

/** Finds the ways through the tables of a flow that its conditions allow. */
export class Ways {
  private stamps = 0;

  constructor(
    private readonly flow: CompiledVariant,
    private readonly conditions: Conditions,
  ) {}

  /** The way on which nothing is known. */
  get unknown(): Way {
    return { holds: [], scope: this.conditions.open, passed: [], failed: false };
  }

  /** Every row that a table may end with, through the tables and calls that it hands over to. */
  through(
    table: string,
    way: Way,
    { passesRefused = false, notifies = false }: Asking = {},
    seen: ReadonlySet<string> = new Set(),
  ): TableEnds {
    if (seen.size > DEPTH_LIMIT) return { endRows: [], open: [] };
    const endRows: EndRow[] = [];
    const open: (Way & { readonly table: string })[] = [];
    const take = (ends: TableEnds): void => {
      endRows.push(...ends.endRows);
      open.push(...ends.open);
    };
    const holds = [...way.holds];
    let { scope } = way;
    let says = notifies;
    let isOpen = true;
    for (const [index, row] of (this.flow.tables.get(table)?.rows ?? []).entries()) {
      const { definition } = row;
      const when = this.conditions.of(definition.when, scope);
      if (!this.conditions.canHold([...holds, when], PRUNING)) continue;
      if (!endsTable(definition)) {
        const isSure = definition.when === undefined;
        const sets = isSure ? definition.set : valuesAsRead(definition.set ?? {});
        scope = afterSets(scope, sets, this.stamp());
        says ||= definition.notify !== undefined && isSure;
        continue;
      }
      const name = `${table}/${row.id}`;
      const here: Way = {
        holds: [...holds, when],
        scope: afterSets(scope, definition.set, this.stamp()),
        passed: [...way.passed, name],
        failed: way.failed,
      };
      const asking = { passesRefused, notifies: says || definition.notify !== undefined };
      let decides = when;
      if (definition.table !== undefined) {
        if (!seen.has(definition.table))
          take(this.through(definition.table, here, asking, new Set([...seen, table])));
      } else if (definition.call !== undefined) {
        // Each table counts once in a row of calls: a second evaluation has more facts.
        if (definition.then !== undefined && !way.passed.includes(name))
          for (const next of this.answered(here, [definition.call]))
            take(this.through(definition.then, next, { notifies: asking.notifies }));
      } else {
        endRows.push({
          ...here,
          row,
          pointer: `/tables/${table}/rows/${index}`,
          notifies: asking.notifies,
        });
        if (passesRefused && definition.to !== undefined)
          decides = { all: [when, this.opens(definition.to, here.scope, row)] };
      }
      holds.push({ not: decides });
      if (!this.conditions.canHold(holds, PRUNING)) {
        isOpen = false;
        break;
      }
    }
    if (isOpen) open.push({ ...way, holds, scope, table });
    return { endRows, open };
  }

  /** The condition under which a screen is shown that a row leads to. */
  opens(to: string, scope: Scope, row?: Pick<CompiledRow, "definition">): Condition {
    const screen = this.flow.screens.get(to);
    if (screen?.allow === undefined && screen?.exists === undefined) return screen !== undefined;
    const there = scopeAtScreen(this.flow, to, scope, row);
    return {
      all: [screen.exists, screen.allow].map((rule) => this.conditions.of(rule?.rule, there)),
    };
  }

  /** The ways on once calls were answered: with success, and without. */
  answered(way: Way, calls: readonly string[]): readonly [success: Way, failure: Way] {
    const sets = calls.flatMap((name) =>
      Object.keys(this.flow.calls.get(name)?.definition.set ?? {}),
    );
    const changed = afterSets(
      way.scope,
      valuesAsRead(Object.fromEntries(sets.map((path) => [path, null]))),
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

  /** A name for facts that are others than before. */
  stamp(): string {
    return `s${this.stamps++}`;
  }
}
