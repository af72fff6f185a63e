import { describe, expect, it } from "vitest";
import { testDataOf, withTestBar } from "../../../../server/sandbox/test-data/test-bar.ts";
import { shippedLibrary } from "../../../definitions.ts";

const library = await shippedLibrary();
const flow = library.flows.get("merchant-signup");
const data = testDataOf(flow);
if (flow === undefined || data === undefined) throw new Error("there is no test data");
const ENGLISH = { locale: "en-US", words: { "testBar.sandbox": "sandbox" } };
const PAGE = "<html><head></head><body><div id=root></div></body></html>";

describe("withTestBar()", () => {
  const html = withTestBar(PAGE, {
    flow: "merchant-signup",
    data,
    environment: "TEST",
    ...ENGLISH,
    nonce: "n1",
  });

  it("stands behind the page, and names the environment", () => {
    expect(html.indexOf("test-bar")).toBeLessThan(html.indexOf("</head>"));
    expect(html).toMatch(/<div id=root><\/div><aside[^>]*><b>TEST<span> sandbox<\/span><\/b>/);
  });

  it("has its room before it arrives, so that the page does not move", () => {
    expect(html.slice(0, html.indexOf("</head>"))).toContain("body:not(:has(#test-bar))::before");
    expect(html).not.toContain("<details hidden");
  });

  it("leads to the inbox and the values without scripts", () => {
    expect(html).toContain('href="/inbox?language=en-US"');
    expect(html).toContain('href="/sandbox/test-values?language=en-US"');
  });

  it("speaks the language of the page", () => {
    const french = withTestBar(PAGE, {
      flow: "merchant-signup",
      data,
      environment: "TEST",
      locale: "fr-CA",
      words: { "testBar.use": "Données d’essai" },
      nonce: "n1",
    });
    expect(french).toContain("<summary>Données d’essai</summary>");
    expect(french).toContain(">Refusée</button>");
    expect(html).toContain(">Declined</button>");
  });

  it("escapes labels, and holds no value", () => {
    const outcomes = [{ id: "x", label: "<b>", effect: "", fields: { ssn4: "9901" } }];
    const odd = withTestBar(PAGE, {
      flow: "merchant-signup",
      data: { outcomes, countries: {} },
      environment: "TEST",
      ...ENGLISH,
      nonce: "n1",
    });
    expect(odd).toContain("&lt;b&gt;</button>");
    expect(odd).not.toContain("9901");
  });
});

describe("test-data.yaml", () => {
  it("fills fields that the forms have", () => {
    const fields = new Set(
      flow.variants.flatMap((variant) =>
        [...flow.variant(variant).forms.values()].flatMap(({ declared }) => declared),
      ),
    );
    const filled = [
      ...Object.values(data.countries),
      ...data.outcomes.map((outcome) => outcome.fields),
      ...(data.pages ?? []).map((page) => page.fields),
    ].flatMap((each) => Object.keys(each));
    expect(filled.filter((name) => !fields.has(name))).toEqual([]);
  });

  it("names tokens that the sandbox knows", () => {
    const { tokens } = flow.attachments["sandbox/platform/decisions.yaml"] as {
      readonly tokens: object;
    };
    const named = data.outcomes.flatMap(({ fields }) =>
      (/\+sbx\.(.*)@/.exec(String(fields["email"]))?.[1] ?? "missing").split("."),
    );
    expect(named.filter((token) => !Object.hasOwn(tokens, token))).toEqual([]);
  });
});
