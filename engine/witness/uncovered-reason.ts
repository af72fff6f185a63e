import type { FixtureResult } from "../fixtures/fixture-result.ts";
import { isCoveredBy } from "./write-fixture.ts";

/** A search that has ended. */
export interface EndedSearch {
  /** Results of all journeys that hold. */
  readonly results: readonly FixtureResult[];
  /** By screen: the fields that refused each generated answer. */
  readonly refusing: ReadonlyMap<string, readonly string[]>;
  /** The bound was reached before everything was tried. */
  readonly bounded: boolean;
}

/**
 * The reason why no journey covers a name, derived from the names that are covered.
 *
 * @param name `part name`, such as `rows resume/done`
 */
export function reasonFor(name: string, search: EndedSearch): string {
  const [part = "", rest = ""] = name.split(" ");
  const limit = search.bounded ? "; the search reached its bound" : "";
  return `${unlimitedReason(part, rest, search)}${limit}`;
}

function unlimitedReason(part: string, name: string, { results, refusing }: EndedSearch): string {
  const covers = (other: string) => results.some((result) => isCoveredBy(result, other));
  const [owner = ""] = name.split("/");
  switch (part) {
    case "actions":
      if (!covers(`screens ${owner}`)) return `no journey shows the screen "${owner}"`;
      return refusedReason(refusing.get(owner)) ?? "no explored state offers it on the screen";
    case "outcomes":
      return covers(`calls ${owner}`)
        ? "no generated answer has this outcome"
        : `no journey makes the call "${owner}"`;
    case "rows":
      return rowReason(name.slice(0, name.lastIndexOf("/")), results);
    default:
      return "no journey leads there";
  }
}

function refusedReason(fields: readonly string[] = []): string | undefined {
  if (fields.length === 0) return undefined;
  const advice = "write a fixture with answers that it takes";
  return `its form takes none of the generated answers (${fields.join(", ")}); ${advice}`;
}

function rowReason(table: string, results: readonly FixtureResult[]): string {
  const evaluated = results.some(({ rows }) =>
    [...rows].some((row) => row.startsWith(`${table}/`)),
  );
  return evaluated
    ? `other rows of the table "${table}" matched, and this one in no explored state`
    : `no journey asks the table "${table}"`;
}
