import type { CompiledRow, CompiledTable, CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import type { Json } from "../definition/json.ts";
import type { Destination, Notice } from "./answer.ts";
import type { Changes } from "./changes.ts";
import { leaving, screenDestination } from "./destination.ts";

/** What a table says, beside the state changes it made. */
export interface TableVerdict {
  /** Undefined when no row matched. */
  readonly next?: Destination;
  /** A call to be made before the table named by `then` is asked, and the row that wants it. */
  readonly call?: {
    readonly because: string;
    readonly name: string;
    readonly with: Json;
    readonly then?: string;
  };
  readonly notices: readonly Notice[];
}

/** Tables handing over to one another; a cycle would be refused when the flow is compiled, this only bounds the harm. */
const HAND_OVER_LIMIT = 32;

/**
 * Asks a transition table: the first row whose `when` holds and that leads somewhere decides. Rows that lead
 * nowhere make their changes and let the next rows speak.
 *
 * @param present the screen the applicant is on, for `stay`, `next` and `previous`
 */
export function askTable(
  flow: CompiledVariant,
  tableName: string,
  changes: Changes,
  present: { readonly screen: string; readonly path: string } | undefined,
): TableVerdict {
  const notices: Notice[] = [];
  let table = flow.tables.get(tableName);
  for (let handedOver = 0; table !== undefined && handedOver < HAND_OVER_LIMIT; handedOver++) {
    const row = applyRows(table, changes, notices);
    if (row === undefined) return { notices };
    const because = `${table.id}/${row.id}`;
    const { definition } = row;
    // A row that calls has not done its part before the call is really made: whoever makes it says so.
    if (definition.call === undefined) changes.rows.push(because);
    if (definition.table !== undefined) {
      table = flow.tables.get(definition.table);
      continue;
    }
    if (definition.call !== undefined) {
      const call = {
        because,
        name: definition.call,
        with: row.with?.evaluate(changes.facts) ?? null,
        ...(definition.then === undefined ? {} : { then: definition.then }),
      };
      return { call, notices };
    }
    if (row.leave !== undefined)
      return { next: leaving(flow, row.leave, changes.facts, because), notices };
    if (definition.to !== undefined)
      return {
        next: screenDestination(flow, row, definition.to, changes.facts, present, because),
        notices,
      };
    return { next: { kind: "stay", because }, notices };
  }
  return { notices };
}

/** Runs the rows up to the one that decides. */
function applyRows(
  table: CompiledTable,
  changes: Changes,
  notices: Notice[],
): CompiledRow | undefined {
  for (const row of table.rows) {
    if (row.when !== undefined && !row.when.test(changes.facts)) continue;
    changes.putAll(row.set);
    const { definition } = row;
    if (definition.notify !== undefined) notices.push(noticeOf(row, changes));
    if (
      definition.to !== undefined ||
      definition.table !== undefined ||
      definition.leave !== undefined ||
      definition.call !== undefined ||
      definition.stay === true
    )
      return row;
    changes.rows.push(`${table.id}/${row.id}`);
  }
  return undefined;
}

function noticeOf(row: CompiledRow, changes: Changes): Notice {
  const notify = row.definition.notify;
  const texts = row.notify?.texts?.evaluate(changes.facts);
  return {
    copy: notify?.copy ?? "",
    with: evaluated(row.notify?.with ?? new Map(), changes),
    tone: notify?.tone ?? "info",
    texts: Array.isArray(texts) ? texts.map((text) => (typeof text === "string" ? text : "")) : [],
    ...(notify?.field === undefined ? {} : { pointer: `/${notify.field.replaceAll(".", "/")}` }),
  };
}

/** A map of templates with each replaced by its value; absent ones left out. */
export function evaluated(
  templates: ReadonlyMap<string, CompiledTemplate>,
  changes: Pick<Changes, "facts">,
): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const [name, template] of templates) {
    const value = template.evaluate(changes.facts);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
