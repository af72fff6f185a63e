import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { XMLBuilder, XMLParser, XMLValidator } from "fast-xml-parser";
import { isUnwritten } from "../../../engine/compile/check/copy/check-unwritten.ts";
import type { CopyRow } from "./copy-rows.ts";

const COLUMNS = ["place", "key", "state"] as const;

/** Texts as CSV with one row a key and one column a locale, ready for a spreadsheet. */
export function toCsv(rows: readonly CopyRow[], locales: readonly string[]): string {
  return stringify(
    rows.map(({ place, key, state, texts }) => [
      place,
      key,
      state,
      ...locales.map((locale) => texts.get(locale) ?? ""),
    ]),
    { header: true, columns: [...COLUMNS, ...locales], bom: true, record_delimiter: "\r\n" },
  );
}

/**
 * Parses the CSV of `toCsv`, edited or not. Throws with the line of invalid CSV, or the missing
 * column.
 */
export function fromCsv(text: string): readonly CopyRow[] {
  const records = parse(text, {
    columns: true,
    bom: true,
    skip_empty_lines: true,
  }) as readonly Readonly<Record<string, string>>[];
  const missing = COLUMNS.find(
    (name) => records[0] !== undefined && !Object.hasOwn(records[0], name),
  );
  if (missing !== undefined) throw new Error(`the column "${missing}" is missing`);
  return records.map(({ place = "", key = "", state = "", ...texts }) => ({
    place,
    key,
    state,
    texts: new Map(Object.entries(texts).filter(([, each]) => each !== "")),
  }));
}

/** Texts as XLIFF 1.2: one file a target locale, its units beside the text of the source locale. */
export function toXliff(
  rows: readonly CopyRow[],
  locales: readonly string[],
  flow: string,
  source: string,
): string {
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    format: true,
    suppressEmptyNode: false,
  });
  const files = locales
    .filter((locale) => locale !== source)
    .map((locale) => ({
      "@original": flow,
      "@source-language": source,
      "@target-language": locale,
      "@datatype": "plaintext",
      body: {
        "trans-unit": rows.map(({ place, key, state, texts }) => ({
          "@id": `${place} ${key}`,
          "@resname": state,
          "@xml:space": "preserve",
          source: texts.get(source) ?? "",
          ...targetOf(texts.get(locale)),
        })),
      },
    }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build({ xliff: { "@version": "1.2", "@xmlns": "urn:oasis:names:tc:xliff:document:1.2", file: files } }))}`;
}

/** The target of a unit: none without a text, and an empty one for a text that is not written. */
function targetOf(text: string | undefined) {
  if (text === undefined) return {};
  return { target: isUnwritten(text) ? { "@state": "needs-translation", "#text": "" } : text };
}

/**
 * Parses the XLIFF of `toXliff`, edited or not: targets, with their source texts. Throws unless it
 * is XLIFF 1.2.
 */
export function fromXliff(text: string): readonly CopyRow[] {
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new Error(`line ${valid.err.line}: ${valid.err.msg}`);
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error("an XLIFF file has no document type");
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    isArray: (name) => name === "file" || name === "trans-unit",
  });
  const { xliff } = parser.parse(text) as {
    readonly xliff?: { readonly file?: readonly XliffFile[] };
  };
  if (xliff?.file === undefined) throw new Error("there is no <xliff> with files in it");
  const rows = new Map<string, { state: string; texts: Map<string, string> }>();
  for (const file of xliff.file) {
    for (const unit of file.body["trans-unit"] ?? []) {
      const row = rows.get(unit["@id"]) ?? {
        state: unit["@resname"] ?? "",
        texts: new Map<string, string>(),
      };
      rows.set(unit["@id"], row);
      if (unit.source !== "") row.texts.set(file["@source-language"], textOf(unit.source));
      if (unit.target !== undefined && textOf(unit.target) !== "")
        row.texts.set(file["@target-language"], textOf(unit.target));
    }
  }
  return [...rows].map(([id, { state, texts }]) => ({
    place: id.slice(0, id.indexOf(" ")),
    key: id.slice(id.indexOf(" ") + 1),
    state,
    texts,
  }));
}

interface XliffFile {
  readonly "@source-language": string;
  readonly "@target-language": string;
  readonly body: {
    readonly "trans-unit"?: readonly {
      readonly "@id": string;
      readonly "@resname"?: string;
      readonly source: XliffText;
      readonly target?: XliffText;
    }[];
  };
}

type XliffText = string | { readonly "#text"?: string };

function textOf(text: XliffText): string {
  return typeof text === "string" ? text : (text["#text"] ?? "");
}
