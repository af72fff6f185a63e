import { isUnwritten } from "../../../engine/compile/check/copy/check-unwritten.ts";
import { placeholdersOf } from "../../../engine/compile/check/copy/compare-placeholders.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { closest } from "../../../engine/source/closest.ts";
import { changeText } from "./change-text.ts";
import { copyRows, type CopyRow } from "./copy-rows.ts";

/** The result of an import: changed files, or every reason against it. */
export interface CopyImport {
  readonly changed: ReadonlyMap<string, string>;
  /** Number of texts that differ. */
  readonly texts: number;
  /** One sentence each; any problem prevents the whole import. */
  readonly problems: readonly string[];
}

/**
 * Imports translated texts. Refused are unknown keys, texts with other placeholders, emptied texts,
 * and rows whose texts changed in the flow since the export.
 *
 * @param fallback the locale whose placeholders count
 */
export function importCopy(
  sources: Sources,
  flow: string,
  rows: readonly CopyRow[],
  fallback: string,
): CopyImport {
  const current = copyRows(sources, flow);
  const known = new Map(current.rows.map((row) => [`${row.place} ${row.key}`, row]));
  const changed = new Map<string, string>();
  const problems: string[] = [];
  let texts = 0;
  for (const row of rows) {
    const own = known.get(`${row.place} ${row.key}`);
    if (own === undefined) {
      const meant = closest(`${row.place} ${row.key}`, known.keys())?.replace(/^content /, "");
      problems.push(
        `${row.key}: the flow has no such text${meant === undefined ? "" : `; did you mean ${meant}?`}`,
      );
      continue;
    }
    const differing = [...row.texts].filter(([locale, text]) => own.texts.get(locale) !== text);
    // A text that is not written has an empty target in an XLIFF file.
    const emptied = [...own.texts].flatMap(([locale, text]) =>
      row.texts.has(locale) || isUnwritten(text) ? [] : [locale],
    );
    const seen = new Set(rows.flatMap((each) => [...each.texts.keys()]));
    for (const locale of emptied.filter((each) => seen.has(each)))
      problems.push(`${row.key}: the text of ${locale} is empty`);
    if (differing.length === 0) continue;
    if (own.state !== row.state) {
      problems.push(
        `${row.key}: the flow's text has changed since it was exported; export it again`,
      );
      continue;
    }
    const wanted = placeholdersOf(
      row.texts.get(fallback) ?? own.texts.get(fallback) ?? [...own.texts.values()][0] ?? "",
    );
    for (const [locale, text] of differing) {
      if (!current.locales.includes(locale)) {
        problems.push(`${row.key}: the flow has no locale ${locale}`);
        continue;
      }
      const has = placeholdersOf(text);
      const lost = [...wanted].filter(
        (place) => !has.has(place) && place !== "count" && place !== "format",
      );
      const strange = [...has].filter(
        (place) => !wanted.has(place) && place !== "count" && place !== "format",
      );
      if (lost.length > 0)
        problems.push(`${row.key}: the text of ${locale} lost {${lost.join("}, {")}}`);
      if (strange.length > 0)
        problems.push(
          `${row.key}: the text of ${locale} has {${strange.join("}, {")}}, which nothing fills`,
        );
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/.test(text))
        problems.push(`${row.key}: the text of ${locale} has characters that cannot be kept`);
      const place = current.placeOf(row, locale);
      if (place === undefined) continue;
      const depth = "../".repeat(place.path.split("/").length - 1);
      const before =
        changed.get(place.path) ??
        sources.get(place.path) ??
        `# yaml-language-server: $schema=${depth}schemas/definition/copy.json\n`;
      changed.set(place.path, changeText(before, place.keys, text));
      texts++;
    }
  }
  return problems.length > 0
    ? { changed: new Map(), texts: 0, problems }
    : { changed, texts, problems };
}
