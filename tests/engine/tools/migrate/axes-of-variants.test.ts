import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  migrateVariants,
  renameResellerReads,
  withoutAxes,
} from "../../../../engine/tools/migrate/axes-of-variants.ts";

const FORMER = `flow: x
mount: /
# Who it is for.
variants:
  portals:
    # The host decides.
    one: { name: One, host: { '==': [{ var: host }, one.example] } }
    two: { name: Two }
  markets:
    US: { name: United States, currency: USD, country: US, locales: [en-US] }
    CA: { name: Canada, currency: CAD, country: CA, locales: [en-CA, fr-CA] }
  fallbackLocale: en-US
# Who may change what.
layers:
  market: [copy]
  reseller: [theme]
  environment: [config]
unknownPath: lost
`;
const UNUSED = { isUsed: () => false };

describe("migrateVariants()", () => {
  const made = migrateVariants(FORMER, UNUSED);
  const { axes, ...front } = parse(made?.text ?? "") as Record<string, Record<string, unknown>>;

  it("writes languages, and what the engine did for markets and resellers", () => {
    expect(front).toMatchObject({
      locales: ["en-US", "en-CA", "fr-CA"],
      environment: { changes: ["config"] },
      cookies: { locale: "market" },
    });
    expect(front).not.toHaveProperty("variants");
    expect(front).not.toHaveProperty("layers");
    expect(axes).toMatchObject({
      portal: { values: { one: { when: { "==": [{ var: "host" }, "one.example"] } }, two: {} } },
      market: {
        values: { CA: { locales: ["en-CA", "fr-CA"], facts: { currency: "CAD", country: "CA" } } },
        chosen: [
          { cookie: "currency", holds: "currency", moves: true },
          { cookie: "market" },
          { cookie: "market", holds: "locales" },
          { parameter: "market" },
          { languages: true },
        ],
        changes: ["copy"],
      },
      reseller: { path: "/r/{reseller}", untrusted: true, changes: ["theme"] },
    });
  });

  it("keeps comments and the order of everything else", () => {
    expect(made?.text).toMatch(/# Who it is for\.\n[^]*# Who may change what\.\naxes:/);
    expect(made?.text).toContain("# The host decides.");
    expect(Object.keys(front).at(-2)).toBe("unknownPath");
  });

  it("drops axes with one value that nothing uses: the flow has its languages and facts", () => {
    const one = FORMER.replace(/ {4}two:.*\n/, "")
      .replace(/ {4}US:.*\n/, "")
      .replace(/layers:[^]*environment: \[config\]\n/, "");
    const { text, dropped } = migrateVariants(one, UNUSED) ?? { text: "", dropped: [] };
    expect(dropped).toEqual(["portal", "market"]);
    expect(parse(text)).toEqual({
      flow: "x",
      mount: "/",
      locales: ["en-US", "en-CA", "fr-CA"],
      facts: { currency: "CAD", country: "CA" },
      unknownPath: "lost",
    });
    const used = migrateVariants(one, { isUsed: (name) => name === "portal" });
    expect(used?.dropped).toEqual(["market"]);
  });

  it("has nothing to do for a flow with axes", () => {
    expect(migrateVariants("flow: x\nlocales: [en-US]\n", UNUSED)).toBeUndefined();
  });
});

describe("renameResellerReads()", () => {
  it("renames what rules read, and no member of that name", () => {
    const text = `referralUrlId: { var: referralUrlId }
rows:
  - { match: { referralUrlId: true, x.referralUrlId: 1 }, set: { context.referralUrlId: { fact: referralUrlId } } }
`;
    expect(renameResellerReads(text)).toBe(`referralUrlId: { var: reseller }
rows:
  - { match: { reseller: true, x.referralUrlId: 1 }, set: { context.referralUrlId: { fact: reseller } } }
`);
  });
});

describe("withoutAxes()", () => {
  it("takes axes out of a fixture, and the variant with the last", () => {
    const fixture = "given:\n  variant: { portal: main, market: US, locale: fr-CA }\n  now: x\n";
    expect(withoutAxes(fixture, ["portal"])).toBe(
      "given:\n  variant: { market: US, locale: fr-CA }\n  now: x\n",
    );
    expect(withoutAxes("given:\n  variant: { portal: main }\n  now: x\n", ["portal"])).toBe(
      "given:\n  now: x\n",
    );
    expect(withoutAxes(fixture, ["brand"])).toBeUndefined();
  });
});
