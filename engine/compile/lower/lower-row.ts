import { isObject, type Json, type JsonObject } from "../../language/json.ts";
import type { LoweredPlaces } from "./lowered-places.ts";

/** The place of an object: in the author's source, and in the lowered tree. */
export interface LoweredAt {
  readonly source: string;
  readonly lowered: string;
}

/**
 * Lowers a row: `stay: { error: … }` becomes a notice and `stay`, `then` without a call becomes the
 * table to hand over to.
 */
export function lowerRow(
  row: JsonObject,
  written: JsonObject,
  at: LoweredAt,
  places: LoweredPlaces,
): JsonObject {
  return handOver(stayRow(row, at, places), written, at, places);
}

function stayRow(row: JsonObject, at: LoweredAt, places: LoweredPlaces): JsonObject {
  const { stay, ...rest } = row;
  if (!isObject(stay)) return row;
  if ("notify" in row) {
    places.report(`${at.source}/notify`, {
      code: "FLOW-ROW-MESSAGE",
      message: "The row says two messages: `notify` and that of `stay`",
      suggestion: "stay: { error: COPY }, or notify and stay: true",
    });
    return { ...rest, stay: true };
  }
  const { error, notice, tone = "info", ...message } = stay;
  const copy = error ?? notice;
  if (copy === undefined || (error !== undefined && (notice !== undefined || "tone" in stay))) {
    places.report(`${at.source}/stay`, {
      code: "FLOW-ROW-MESSAGE",
      message: "A row that stays says an error or a notice; only a notice has a tone",
      suggestion: "stay: { error: COPY }",
    });
    return { ...rest, stay: true };
  }
  places.put(`${at.lowered}/notify`, `${at.source}/stay`);
  places.put(
    `${at.lowered}/notify/copy`,
    `${at.source}/stay/${error === undefined ? "notice" : "error"}`,
  );
  const notify: Json = { copy, tone: error === undefined ? tone : "error", ...message };
  return { ...rest, notify, stay: true };
}

function handOver(
  row: JsonObject,
  written: JsonObject,
  at: LoweredAt,
  places: LoweredPlaces,
): JsonObject {
  if (written["then"] === undefined || row["call"] !== undefined) return row;
  const { then = null, ...rest } = row;
  const other = ["table", "to", "leave", "stay"].find((word) => row[word] !== undefined);
  if (other !== undefined) {
    places.report(`${at.source}/${other}`, {
      code: "FLOW-ROW-THEN",
      message: `The row hands over to its \`then\`, and says \`${other}\` as well`,
      suggestion: `take \`${other}\` away, or put it into the last row of \`then\``,
    });
  }
  places.put(`${at.lowered}/table`, `${at.source}/then`);
  return { ...rest, table: then };
}
