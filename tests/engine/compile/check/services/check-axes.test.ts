import { describe, expect, it } from "vitest";
import { checkAxes } from "../../../../../engine/compile/check/services/check-axes.ts";
import type { FlowDefinition } from "../../../../../engine/language/flow.ts";
import { readYaml } from "../../../../../engine/source/read-yaml.ts";

/** Mistakes in the axes of a front page, as code, line and message. */
function mistakesOf(text: string) {
  const document = readYaml("flows/x/flow.yaml", text);
  return checkAxes(document, document.value as unknown as FlowDefinition);
}

const GOOD = `locales: [en-US, fr-CA]
axes:
  country:
    description: Where people live
    values:
      US: { name: United States, locales: [en-US], facts: { currency: USD } }
      CA: { name: Canada, locales: [fr-CA], facts: { currency: CAD } }
    chosen: [{ cookie: money, holds: currency }, { cookie: lang, holds: locales }, { languages: true }]
  partner:
    description: Whose link led here
    path: /p/{partner}
    values: { oak: { name: Oak, host: oak.example } }
`;

describe("checkAxes()", () => {
  it("finds nothing in axes that hold together, and in a flow without any", () => {
    expect(mistakesOf(GOOD)).toEqual([]);
    expect(mistakesOf("locales: [en-US]\n")).toEqual([]);
  });

  it.each<[from: string, to: string, line: number, message: string]>([
    ["  country:", "  locale:", 3, 'Rules read "locale" as something else already'],
    ["{ currency: CAD }", "{ currency: CAD, status: x }", 7, 'Rules read "status" as something'],
    [", facts: { currency: CAD }", "", 7, 'CA lacks the fact "currency"'],
    ["locales: [fr-CA], f", "locales: [fr-FR], f", 7, 'The flow has no locale "fr-FR"'],
    ["holds: currency", "holds: curency", 8, 'The values of country have no "curency"'],
    ["{ languages: true }", "{ languages: true, cookie: x }", 8, "One choice is read in one place"],
    ["/p/{partner}", "/p/{id}", 11, 'The path of partner has a place for "id"'],
    ["host: oak.example", "facts: { fee: low }", 12, "A value in the path has a name and a host"],
    [
      "facts: { currency: USD } }",
      "facts: { currency: USD }, host: a.example }",
      6,
      "Only a value",
    ],
  ])("refuses %s as %s, with its place", (from, to, line, message) => {
    expect(GOOD).toContain(from);
    const found = mistakesOf(GOOD.replace(from, to));
    expect(found).toContainEqual(
      expect.objectContaining({
        code: "FLOW-AXIS",
        line,
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it("refuses a value whose hosts values before it take", () => {
    const flow = (more: string) => `locales: [en-US]
axes:
  town:
    description: Who issues the card
    values:
      ashby: { name: Ashby, when: { in: [{ var: host }, [ashby.example, localhost]] } }
      brook: { name: Brook, when: { in: [{ var: host }, [ashby.example${more}]] } }
`;
    expect(mistakesOf(flow(", brook.example"))).toEqual([]);
    expect(mistakesOf(flow(""))).toMatchObject([
      { line: 7, message: "No host leads to brook: ashby before it takes ashby.example" },
    ]);
  });

  it("refuses a second path, and a host of two values", () => {
    const second = `${GOOD}  agent: { description: Who helps, path: '/a/{agent}', values: { elm: { name: Elm, host: oak.example } } }\n`;
    expect(mistakesOf(second).map(({ message }) => message)).toEqual([
      "One axis at most has a path",
      "Another value has the host oak.example",
    ]);
  });

  it("takes a fact that the flow has for all values", () => {
    const shared = GOOD.replace(", facts: { currency: CAD }", "").replace(
      "axes:",
      "facts: { currency: CAD }\naxes:",
    );
    expect(mistakesOf(shared)).toEqual([]);
  });
});
