import { describe, expect, it } from "vitest";
import { HandedOverCheck } from "../../../../../engine/compile/check/rules/check-handed-over-values.ts";
import { Reporter } from "../../../../../engine/compile/reporter.ts";
import { SourcePlaces } from "../../../../../engine/compile/source-places.ts";
import type { Json, JsonObject } from "../../../../../engine/language/json.ts";
import { readYaml } from "../../../../../engine/source/read-yaml.ts";

const equals = (name: string, text: string): Json => ({ "===": [{ var: `with.${name}` }, text] });

/** The problems of a table with these rules, which an action with this `with` leads to. */
function problems(given: Json, rules: readonly Json[], others: readonly Json[] = []) {
  const tree: JsonObject = {
    screens: { first: { actions: { submit: { then: "decided", with: given } } } },
    tables: { decided: { rows: rules.map((when, at) => ({ id: `row-${at}`, when })) } },
  };
  const check = new HandedOverCheck();
  check.gather({ tree });
  for (const other of others)
    check.gather({ tree: { tables: { more: { rows: [{ call: "more", with: other }] } } } });
  const document = readYaml("flows/x/flow.yaml", JSON.stringify(tree));
  const parts = Object.keys(tree).map((part) => ({ at: `/${part}`, document, from: `/${part}` }));
  const reporter = new Reporter(new SourcePlaces(parts));
  check.check({ tree, reporter });
  return reporter.problems.map(({ code, severity, suggestion }) => [code, severity, suggestion]);
}

describe("HandedOverCheck", () => {
  it("takes what is handed over and read by its name", () => {
    expect(problems({ kind: "paper" }, [equals("kind", "paper")])).toEqual([]);
    expect(problems({ kind: { var: "card.kind" } }, [equals("kind", "film")])).toEqual([]);
  });

  it("names a read of what nothing hands over", () => {
    expect(problems({ kind: "paper" }, [equals("knid", "paper")])).toEqual([
      ["FLOW-WITH", "error", "kind"],
    ]);
    expect(problems({ kind: "paper" }, [{ var: "books.[{with.bookId}].title" }])).toEqual([
      ["FLOW-WITH", "error", "with: { bookId: … } where this is asked or called"],
    ]);
  });

  it("names a value that no definition hands over, in a comparison and in a list", () => {
    expect(problems({ kind: "paper" }, [equals("kind", "papre")])).toEqual([
      ["FLOW-RULE-VALUE", "error", "paper"],
    ]);
    const one = { in: [{ var: "with.kind" }, ["paper", "film"]] };
    expect(problems({ kind: "paper" }, [one])).toEqual([
      ["FLOW-RULE-VALUE", "error", "one of paper"],
    ]);
    expect(problems({ kind: "paper" }, [one], [{ kind: "film" }])).toEqual([]);
  });

  it("names a value handed over with one slip, and not one that the rules leave to the rest", () => {
    const rules = [equals("kind", "paper")];
    expect(problems({ kind: "papper" }, rules, [{ kind: "paper" }])).toEqual([
      ["FLOW-WITH", "warning", "paper"],
    ]);
    expect(problems({ kind: "film" }, rules, [{ kind: "paper" }])).toEqual([]);
    expect(problems({ kind: "paper2" }, [equals("kind", "paper1")], [{ kind: "paper1" }])).toEqual(
      [],
    );
  });

  it("says nothing where a rule makes all that is handed over", () => {
    expect(problems({ var: "card" }, [equals("kind", "paper")])).toEqual([]);
  });
});
