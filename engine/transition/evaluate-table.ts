import type { CompiledRow, CompiledTable, CompiledVariant } from "../compile/compiled-variant.ts";
import { allowedLocation } from "../compile/origins.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import { asList, type Json } from "../language/json.ts";
import type { Destination, Notice } from "./answer.ts";
import type { Changes } from "./changes.ts";
import type { Facts } from "./facts.ts";
import { factsForVisitor } from "./facts-for-visitor.ts";
import { reasonText, type Reason } from "./reason.ts";
import { exitDestination, screenDestination } from "./destination.ts";

/** The result of a table, beside its state changes. */
export interface TableVerdict {
  /** Undefined where no row decided, and where a row makes a call. */
  readonly next?: Destination;
  /** A call to make before the table `then`, and its row. */
  readonly call?: {
    readonly row: string;
    readonly name: string;
    readonly with: Json;
    readonly then?: string;
  };
  readonly notices: readonly Notice[];
  /** Rows that held and were skipped: the caller does not accept their screens. */
  readonly refused: readonly RowReason[];
}

/** A row as a reason. */
export type RowReason = Extract<Reason, { kind: "row" }>;

/** The caller of a table. */
export interface TableCaller {
  /** The applicant's present screen, for `stay`, `next` and `previous`. */
  readonly present?: { readonly screen: string; readonly path: string } | undefined;
  /**
   * Whether a row's screen may be shown. A row whose screen is not accepted does not apply, and the
   * next rows follow. Default: every screen is accepted.
   */
  readonly accepts?: (destination: Extract<Destination, { kind: "screen" }>) => boolean;
}

/**
 * Maximum number of tables that hand over to one another; the compiler refuses cycles, and this
 * bounds their harm.
 */
const HAND_OVER_LIMIT = 32;

/** An evaluation under way: its changes, and what it has to tell so far. */
interface Evaluation extends TableCaller {
  readonly flow: CompiledVariant;
  readonly changes: Changes;
  readonly notices: Notice[];
  readonly refused: RowReason[];
}

/** A row that decides, its changes made. */
interface DecidingRow {
  readonly row: CompiledRow;
  readonly reason: RowReason;
  /** The screen that it leads to. */
  readonly next: Destination | undefined;
}

/**
 * Evaluates a transition table: the first row whose `when` holds and that leads somewhere decides.
 * Rows without a destination make their changes, and the next rows follow. The next rows follow as
 * well after a row whose exit leads to an origin that the configuration does not allow. They also
 * follow a row that starts again, where the application is handed in.
 */
export function evaluateTable(
  flow: CompiledVariant,
  tableName: string,
  changes: Changes,
  caller: TableCaller,
): TableVerdict {
  const evaluation: Evaluation = { ...caller, flow, changes, notices: [], refused: [] };
  const { notices, refused } = evaluation;
  let table = flow.tables.get(tableName);
  for (let tables = 0; table !== undefined && tables < HAND_OVER_LIMIT; tables++) {
    const decided = decidingRow(table, evaluation);
    if (decided === undefined) break;
    const { row, reason, next } = decided;
    const { definition } = row;
    notify(row, evaluation);
    // A row that calls is covered only once the call is made; the driver reports it then.
    if (definition.call === undefined) changes.rows.push(reasonText(reason));
    if (definition.table !== undefined) {
      table = flow.tables.get(definition.table);
      continue;
    }
    if (definition.call !== undefined) {
      const call = {
        row: reasonText(reason),
        name: definition.call,
        with: row.with?.evaluate(changes.facts) ?? null,
        then: definition.then,
      };
      return { call, notices, refused };
    }
    if (row.leave !== undefined)
      return { next: exitDestination(flow, row.leave, changes.facts, reason), notices, refused };
    return { next: next ?? { kind: "stay", reason }, notices, refused };
  }
  return { notices, refused };
}

/**
 * The first row of a table that decides; undefined without one. Rows before it that lead nowhere
 * make their changes. A row whose screen or exit is not accepted makes none.
 */
function decidingRow(table: CompiledTable, evaluation: Evaluation): DecidingRow | undefined {
  const { flow, changes, accepts, present } = evaluation;
  for (let at = table.first(changes.facts, 0); ; at = table.first(changes.facts, at + 1)) {
    const row = table.rows[at];
    if (row === undefined) return undefined;
    const reason: RowReason = { kind: "row", table: table.id, row: row.id };
    if (!leadsOn(row)) {
      changes.putAll(row.set);
      notify(row, evaluation);
      changes.rows.push(reasonText(reason));
      continue;
    }
    const { to } = row.definition;
    if (!mayStartAgain(flow, row, changes)) continue;
    const before = accepts === undefined && row.leave === undefined ? undefined : changes.mark();
    changes.putAll(row.set);
    if (before !== undefined && leadsAstray(flow, row, changes)) {
      changes.backTo(before);
      changes.refusedExits.push(reasonText(reason));
      continue;
    }
    const next =
      to === undefined
        ? undefined
        : screenDestination({ flow, facts: changes.facts, present }, to, reason, row);
    if (before !== undefined && next?.kind === "screen" && accepts?.(next) === false) {
      changes.backTo(before);
      evaluation.refused.push(reason);
      continue;
    }
    return { row, reason, next };
  }
}

/** Whether a row decides where it holds; the others make changes only. */
function leadsOn({ definition: { to, table, leave, call, stay } }: CompiledRow): boolean {
  return (
    to !== undefined ||
    table !== undefined ||
    leave !== undefined ||
    call !== undefined ||
    stay === true
  );
}

function notify(row: CompiledRow, { flow, changes, notices }: Evaluation): void {
  if (row.definition.notify !== undefined)
    notices.push(noticeOf(row, factsForVisitor(flow, changes.facts)));
}

/** Whether a row leads to an address on an origin that the configuration does not allow. */
function leadsAstray(flow: CompiledVariant, { leave }: CompiledRow, { facts }: Changes): boolean {
  const location = leave?.location?.evaluate(facts);
  return (
    typeof location === "string" &&
    location !== "" &&
    allowedLocation(location, flow.config["allowedOrigins"]) === undefined
  );
}

/**
 * Whether a row that starts again may do so: for applicants themselves, in an application that was
 * not handed in. Every other row may.
 */
function mayStartAgain(flow: CompiledVariant, { leave }: CompiledRow, { facts }: Changes): boolean {
  if (leave?.definition.kind !== "start-again") return true;
  return typeof facts["role"] !== "string" && flow.handedIn?.test(facts) !== true;
}

function noticeOf(row: CompiledRow, facts: Facts): Notice {
  const notify = row.definition.notify;
  const texts = row.notify?.texts?.evaluate(facts);
  return {
    copy: notify?.copy ?? "",
    with: evaluateTemplates(row.notify?.with ?? new Map(), { facts }),
    tone: notify?.tone ?? "info",
    texts: asList(texts).map((text) => (typeof text === "string" ? text : "")),
    ...(notify?.field === undefined ? {} : { pointer: `/${notify.field.replaceAll(".", "/")}` }),
  };
}

/** Evaluates a map of templates; absent values are left out. */
export function evaluateTemplates(
  templates: ReadonlyMap<string, CompiledTemplate>,
  { facts }: Pick<Changes, "facts">,
): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const [name, template] of templates) {
    const value = template.evaluate(facts);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
