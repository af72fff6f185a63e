import { asList, asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { closest } from "../../source/closest.ts";
import { allOf, negation } from "./join-rules.ts";
import type { OrderOfScreens, Sequence } from "./order-of-screens.ts";

/** A derived row, and its origin. */
interface DerivedRow {
  readonly row: JsonObject;
  readonly from: string;
}

/**
 * The tables with `{ sequence }` and `{ asked }` expanded to a row for each screen, and the resume
 * table where the author wrote none.
 */
export function deriveTables(order: OrderOfScreens): JsonObject {
  const tables = Object.fromEntries(
    Object.entries(order.tables).map(([id, table]) => [
      id,
      isObject(table) ? tableOf(order, id, table) : table,
    ]),
  );
  if (resumeOf(order) !== "resume" || Object.hasOwn(tables, "resume")) return tables;
  const { sequences, places } = order;
  const ends = order.asked().filter((id) => asObject(order.screens[id])["kind"] === "outcome");
  const rows = [
    // An end that an answer led to goes before the question, which is not done.
    ...ends.flatMap((id) => askedRows(order, id)),
    ...sequences.flatMap((sequence) => missingRows(order, sequence)),
    ...order.asked().flatMap((id) => (ends.includes(id) ? [] : askedRows(order, id))),
    ...sequences.flatMap((sequence) => lastRows(order, sequence)),
    ...endRows(order),
  ];
  places.putGenerated("/tables/resume", "/sequences");
  for (const [index, { from }] of rows.entries())
    places.putGenerated(`/tables/resume/rows/${index}`, from);
  return { ...tables, resume: { table: "resume", rows: rows.map(({ row }) => row) } };
}

function resumeOf({ flow }: OrderOfScreens): Json {
  return flow["resume"] ?? "resume";
}

function tableOf(order: OrderOfScreens, id: string, table: JsonObject): JsonObject {
  const rows = asList(table["rows"]).map((row: Json) => asObject(row));
  if (id === resumeOf(order)) reportRepeated(order, id, rows);
  if (!rows.some((row) => "sequence" in row || "asked" in row)) return table;
  const made: JsonObject[] = [];
  for (const [index, row] of rows.entries()) {
    const at = `/tables/${id}/rows/${index}`;
    const stood = standIns(order, row, at);
    for (const each of stood ?? [row]) {
      order.places.putPart(`/tables/${id}/rows/${made.length}`, {
        source: at,
        made: stood !== undefined,
      });
      made.push(each);
    }
  }
  return { ...table, rows: made };
}

/** The rows of a row `{ sequence }` or `{ asked }`; undefined for any other row. */
function standIns(
  order: OrderOfScreens,
  { sequence, asked, when }: JsonObject,
  at: string,
): readonly JsonObject[] | undefined {
  if (sequence !== undefined) {
    const found = order.sequences.find(({ name }) => name === sequence);
    const names = order.sequences.map(({ name }) => name);
    if (found === undefined) {
      tellUnknown(order, `${at}/sequence`, { kind: "sequence", name: sequence, known: names });
      return [];
    }
    const there = when === undefined ? found : { ...found, open: when };
    return [...missingRows(order, there), ...lastRows(order, there)].map(({ row }) => row);
  }
  if (asked === undefined) return undefined;
  const screens = order.asked();
  const wanted = Array.isArray(asked) ? asked.map(String) : screens;
  for (const [index, name] of wanted.entries())
    if (!screens.includes(name))
      tellUnknown(order, `${at}/asked/${index}`, {
        kind: "screen that says `asked`, called",
        name,
        known: screens,
      });
  return wanted
    .filter((id) => screens.includes(id))
    .flatMap((id) => askedRows(order, id, when))
    .map(({ row }) => row);
}

function tellUnknown(
  { places, mistakes }: OrderOfScreens,
  at: string,
  {
    kind,
    name,
    known,
  }: { readonly kind: string; readonly name: Json; readonly known: readonly string[] },
): void {
  // Rows have other indexes in the derived tables.
  const pointer = `/derived/mistakes/${mistakes.length}`;
  places.putGenerated(pointer, at);
  const suggestion = closest(String(name), known);
  mistakes.push({
    pointer,
    code: "FLOW-NAME",
    message: `There is no ${kind} "${String(name)}"`,
    about: [String(name)],
    suggestion,
  });
}

/** A row for each unfinished screen of a sequence. */
function missingRows(order: OrderOfScreens, sequence: Sequence): readonly DerivedRow[] {
  return sequence.screens.flatMap((id, index) => {
    const done = order.done(id);
    if (done === undefined) return [];
    const when = [...enters(order, sequence, id), negation(done)];
    return [rowTo(id, `${id}-missing`, when, `${sequence.at}/${index}`)];
  });
}

/** The row for the last screen of a sequence that has nothing to answer: resumption stays there. */
function lastRows(order: OrderOfScreens, sequence: Sequence): readonly DerivedRow[] {
  const { screens, at } = sequence;
  const id = screens.at(-1);
  return id === undefined || order.done(id) !== undefined
    ? []
    : [rowTo(id, `to-${id}`, enters(order, sequence, id), `${at}/${screens.length - 1}`)];
}

function enters(order: OrderOfScreens, { open }: Sequence, id: string): readonly Json[] {
  const { exists } = asObject(order.screens[id]);
  const skip = order.skippedWhile(id);
  return [
    ...(open === undefined ? [] : [open]),
    ...(exists === undefined ? [] : [exists]),
    ...(skip === undefined ? [] : [negation(skip)]),
  ];
}

function askedRows(order: OrderOfScreens, id: string, when?: Json): readonly DerivedRow[] {
  const { exists } = asObject(order.screens[id]);
  const asked = order.askedWhile(id);
  if (asked === undefined) return [];
  const done = order.done(id);
  const rules = [
    ...(when === undefined ? [] : [when]),
    ...(exists === undefined ? [] : [exists]),
    asked,
    ...(done === undefined ? [] : [negation(done)]),
  ];
  return [rowTo(id, `${id}-asked`, rules, `/screens/${id}/asked`)];
}

/**
 * The destination once nothing is left to answer: the flow's end where it may be shown, else its
 * front page.
 */
function endRows(order: OrderOfScreens): readonly DerivedRow[] {
  const { flow, screens, tables } = order;
  const { end, unknownPath } = flow;
  const rows: DerivedRow[] = [];
  if (typeof end === "string" && screens[end] === undefined) {
    if (tables[end] !== undefined) return [{ row: { id: "end", table: end }, from: "/flow/end" }];
    const suggestion = closest(end, [...Object.keys(screens), ...Object.keys(tables)]);
    order.mistakes.push({
      pointer: "/flow/end",
      code: "FLOW-NAME",
      message: `There is no screen and no table "${end}"`,
      about: [end],
      suggestion,
    });
  } else if (typeof end === "string") {
    const { exists, allow, asked } = asObject(screens[end]);
    const shown = [exists, allow ?? asked].flatMap((rule) => rule ?? []);
    rows.push(rowTo(end, end, shown, "/flow/end"));
    if (shown.length === 0) return rows;
  }
  const front = Object.entries(screens).find(([, screen]) => asObject(screen)["path"] === "/")?.[0];
  const from = front === undefined ? "/flow/unknownPath" : `/screens/${front}`;
  return [...rows, rowTo(front ?? String(unknownPath), "start", [], from)];
}

function rowTo(to: string, id: string, when: readonly Json[], from: string): DerivedRow {
  return { row: { id, ...(when.length === 0 ? {} : { when: allOf(when) }), to }, from };
}

/** Reports rows that repeat what a row `{ sequence }` or `{ asked }` stands for. */
function reportRepeated(order: OrderOfScreens, table: string, rows: readonly JsonObject[]): void {
  const derived = [
    ...order.sequences.flatMap((sequence) =>
      missingRows(order, sequence).map(({ row }) => ({ row, as: `sequence: ${sequence.name}` })),
    ),
    ...order
      .asked()
      .flatMap((id) => askedRows(order, id).map(({ row }) => ({ row, as: `asked: [${id}]` }))),
  ];
  for (const [index, { to, when }] of rows.entries()) {
    const found = derived.find(
      ({ row }) =>
        row["to"] === to &&
        when !== undefined &&
        row["when"] !== undefined &&
        order.same(when, row["when"]),
    );
    if (found !== undefined)
      order.saidTwice(
        `/tables/${table}/rows/${index}`,
        `The row says what is derived of the screen "${String(to)}"`,
        `one row { id: …, ${found.as} } in the place of all such rows`,
      );
  }
}
