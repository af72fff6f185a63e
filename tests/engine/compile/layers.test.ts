import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { UNTRUSTED_REACH } from "../../../engine/language/layers.ts";
import { editableSources } from "../../definitions.ts";
import { addAt, lineOf, setAt } from "../../edit-yaml.ts";

const shipped = new Map(
  [...(await editableSources)].filter(([path]) => !path.includes("/fixtures/")),
);
const FLOW = "flows/library-card/flow.yaml";
const WESTLAKE = "flows/merchant-signup/overlays/reseller/westlake.yaml";

/** Errors of the library card with an overlay, and with a list of what layers may change. */
function problemsOf(
  layer: string,
  body: string,
  layers?: Readonly<Record<string, readonly string[]>>,
  name = "corner",
) {
  const path = `flows/library-card/overlays/${layer}/${name}.yaml`;
  const sources = new Map([
    ...shipped,
    [path, `overlay: ${layer}\nname: ${name}\ndescription: A corner shop\n${body}\n`],
  ]);
  if (layers !== undefined) sources.set(FLOW, opening(layers));
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  const problems = (result.ok ? [] : result.problems).filter(
    ({ severity }) => severity === "error",
  );
  return { path, problems };
}

/** The front page with `changes` of some axes. */
function opening(axes: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(axes).reduce(
    (text, [axis, changes]) => addAt(text, `axes/${axis}/changes`, changes),
    shipped.get(FLOW) ?? "",
  );
}

describe("an overlay of a reseller", () => {
  it.each([
    "theme: { name: Corner, light: { accent: '#7a3b12' } }",
    "copy: { en-US: { screens: { start: { title: Read with Corner } } } }",
  ])("changes the look and the words: %s", (body) => {
    expect(problemsOf("reseller", body).problems).toEqual([]);
  });

  it("names no address in its mails but its own one, and may name a mail address", () => {
    const mailOf = (text: string) =>
      problemsOf("reseller", `copy: { en-US: { mail: { proof: { text: '${text}' } } } }`)
        .problems.filter(({ code }) => code === "FLOW-LAYER")
        .map(({ message }) => message);
    expect(mailOf("Go on at {link}. Write to help@corner.example. Dr. Smith, 3.5 %.")).toEqual([]);
    for (const address of ["https://evil.example/login", "www.evil.example", "evil.example/x"])
      expect(mailOf(`Sign in at ${address}`)).toEqual([
        `A mail of a reseller may not name the address ${address}: it would lead people elsewhere under the brand's name`,
      ]);
  });

  it.each([
    "theme: { radius: '1px;background:url(https://evil.example)' }",
    "theme: { radius: 'url(//evil.example)' }",
    "theme: { bodyFont: 'x;background:url(https://evil.example/pixel)' }",
    "theme: { bodyFont: 'url(https://evil.example)' }",
    "theme: { bodyFont: 'Georgia /* the rest' }",
    'theme: { headingFont: "\'Georgia" }',
    "theme: { headingFont: 'Georgia, }' }",
  ])("brings no styles of its own with a look: %s", (body) => {
    const { path, problems } = problemsOf("reseller", body);
    expect(problems[0]).toMatchObject({ code: "FLOW-SHAPE", file: path, line: 4 });
  });

  it.each<[body: string, place: string, line: number]>([
    ["roles: { staff: { description: Staff, own: true, screens: { '*': ['*'] } } }", "roles", 4],
    ["config:\n  allowedOrigins: [https://evil.example]", "config.allowedOrigins", 5],
    ["config:\n  scriptOrigins: [https://evil.example]", "config.scriptOrigins", 5],
    ["config:\n  frameOrigins: [https://evil.example]", "config.frameOrigins", 5],
    ["config:\n  imageOrigin: https://evil.example", "config.imageOrigin", 5],
    ["config:\n  feeMinor: 0", "config.feeMinor", 5],
    ["config:\n  '*': 0", "config.*", 5],
    ["flags: { chargesNonResidents: false }", "flags", 4],
    ["guards: { consentGiven: { description: Always, rule: true } }", "guards", 4],
    ["values: { fee: { description: Nothing, rule: 0 } }", "values", 4],
    ["tables: { resume: { rows: [{ id: all, to: done }] } }", "tables", 4],
    ["screens:\n  confirm: { allow: true }", "screens", 4],
    ["calls: { x: { description: Steals, path: / } }", "calls", 4],
    ["sequences: { application: [confirm] }", "sequences", 4],
    ["forms: { reader: { required: [] } }", "forms", 4],
    ["formats: { birthday: null }", "formats", 4],
    ["events: { enabled: false }", "events", 4],
  ])("may not change anything else: %s", (body, place, line) => {
    const { path, problems } = problemsOf("reseller", body);
    const [problem, ...more] = problems.filter(({ code }) => code === "FLOW-LAYER");
    expect(more).toEqual([]);
    expect(problem).toMatchObject({
      file: path,
      line,
      message: `A reseller may not change ${place}`,
    });
    expect(problem?.column).toBeGreaterThan(0);
    expect(problem?.suggestion).toContain("the base");
  });

  it.each(["services", "providers", "ids", "retention", "entryParameters", "entry", "layers"])(
    "has no %s",
    (member) => {
      expect(problemsOf("reseller", `${member}: {}`).problems).toMatchObject([
        { code: "FLOW-SHAPE", message: `Unknown member "${member}"`, line: 4 },
      ]);
    },
  );

  it("is refused with the layers that may make its change", () => {
    expect(problemsOf("reseller", "config: { feeMinor: 0 }").problems).toMatchObject([
      {
        suggestion:
          "the base, or an overlay of a layer portal, market, environment changes it; or list it in flow.yaml under axes.reseller.changes",
      },
    ]);
    expect(
      problemsOf("reseller", "config: { allowedOrigins: [https://evil.example] }").problems.find(
        ({ code }) => code === "FLOW-LAYER",
      ),
    ).toMatchObject({ suggestion: "the base, or an overlay of a layer environment changes it" });
  });

  it("changes what the base opens", () => {
    const open = { reseller: ["theme", "copy", "config.feeMinor", "screens.start.blocks"] };
    expect(problemsOf("reseller", "config: { feeMinor: 0 }", open).problems).toEqual([]);
    expect(
      problemsOf("reseller", "screens: { start: { public: true } }", open).problems,
    ).toMatchObject([
      { code: "FLOW-LAYER", message: "A reseller may not change screens.start.public" },
    ]);
  });

  it.each([
    "roles",
    "tables",
    "tables.resume",
    "guards",
    "values",
    "calls",
    "events",
    "sequences",
    "forms",
    "formats",
    "screens",
    "screens.start",
    "screens.start.allow",
    "screens.start.actions",
    "screens.*.path",
  ])("is never given %s", (place) => {
    expect(problemsOf("reseller", "theme: {}", { reseller: ["theme", place] }).problems).toEqual([
      expect.objectContaining({
        code: "FLOW-LAYER",
        message: `${place} cannot be opened to an untrusted axis: it is the flow's own`,
        file: FLOW,
        line: lineOf(opening({ reseller: ["theme", place] }), `- ${place}`),
      }),
    ]);
  });

  it("is refused for any change that a reseller may not make", () => {
    const parts =
      "flags config screens tables guards values calls roles events sequences forms formats"
        .split(" ")
        .filter((part) => !UNTRUSTED_REACH.includes(part));
    const name = fc.constantFrom("start", "resume", "reader", "allowedOrigins", "*", "x");
    fc.assert(
      fc.property(fc.constantFrom(...parts), name, name, (part, first, second) => {
        const { problems } = problemsOf(
          "reseller",
          `${part}: { '${first}': { '${second}': true } }`,
        );
        expect(problems.some(({ code }) => code === "FLOW-LAYER")).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it.each(["allowedOrigins", "scriptOrigins", "frameOrigins", "imageOrigin"])(
    "of the shipped flow does not widen %s",
    (name) => {
      const sources = new Map([
        ...shipped,
        [WESTLAKE, addAt(shipped.get(WESTLAKE), `config/${name}`, ["https://evil.example"])],
      ]);
      const result = compileFlow(sources, "merchant-signup", ["LOCAL"]);
      expect(result.ok ? [] : result.problems.filter(({ code }) => code === "FLOW-LAYER")).toEqual([
        expect.objectContaining({
          file: WESTLAKE,
          message: `A reseller may not change config.${name}`,
        }),
      ]);
    },
  );
});

describe("an overlay of a market", () => {
  it("changes forms, and no origins unless they are listed", () => {
    expect(
      problemsOf("market", "config: { allowedOrigins: [https://town.example] }", undefined, "town")
        .problems,
    ).toContainEqual(
      expect.objectContaining({
        code: "FLOW-LAYER",
        message: "A market may not change config.allowedOrigins",
      }),
    );
    expect(
      problemsOf("market", "forms: { reader: { required: [name] } }", undefined, "town").problems,
    ).toEqual([]);
  });
});

describe("changes of an axis in flow.yaml", () => {
  it.each([
    [
      { reseller: ["theme", "config.feeMinr"] },
      'There is no "config.feeMinr" in the flow',
      "config.feeMinor",
    ],
    [{ portal: ["screens.strt"] }, 'There is no "screens.strt" in the flow', "screens.start"],
  ])("name existing parts: %s", (layers, message, suggestion) => {
    expect(problemsOf("reseller", "theme: {}", layers).problems).toMatchObject([
      { code: "FLOW-LAYER", message, suggestion, file: FLOW },
    ]);
  });

  it.each([{ reseller: ["services"] }, { reseller: ["config..x"] }])(
    "are refused where they are not in shape: %s",
    (layers) => {
      expect(problemsOf("reseller", "theme: {}", layers).problems).toMatchObject([
        { code: "FLOW-SHAPE", file: FLOW },
      ]);
    },
  );
});

describe("an overlay that nothing lays", () => {
  it.each([
    ["resellers", "corner", 'There is no layer "resellers": nothing lays this overlay'],
    ["portal", "libary", 'There is no portal "libary": nothing lays this overlay'],
    ["market", "city", 'There is no market "city": nothing lays this overlay'],
    ["environment", "PROD", 'There is no environment "PROD": nothing lays this overlay'],
  ])("is refused: %s/%s", (layer, name, message) => {
    const { path, problems } = problemsOf(layer, "theme: {}", undefined, name);
    expect(problems.filter(({ code }) => code === "FLOW-OVERLAY-NAME")).toMatchObject([
      { file: path, message },
    ]);
    expect(problems.length).toBeGreaterThan(0);
  });

  it("is reported with the layer and the name of its path", () => {
    const path = "flows/library-card/overlays/reseller/corner.yaml";
    const result = compileFlow(
      new Map([...shipped, [path, "overlay: environment\nname: other\ndescription: A shop\n"]]),
      "library-card",
      ["LOCAL"],
    );
    expect(result.ok ? [] : result.problems).toMatchObject([
      { code: "FLOW-OVERLAY-NAME", file: path, line: 1, suggestion: "reseller" },
      { code: "FLOW-OVERLAY-NAME", file: path, line: 2, suggestion: "corner" },
    ]);
  });
});

describe("an overlay's result over the base", () => {
  it("may have a name of the brand in one language where the flow has none", () => {
    const { problems } = problemsOf("reseller", "copy: { en-US: { brand: { name: The Yard } } }");
    expect(problems).toEqual([]);
  });

  it.each([
    ["theme: { light: { accent: blurple } }", "FLOW-SHAPE"],
    ["theme: { light: { accent: '#fff' } }", "FLOW-SHAPE"],
    ["theme: { light: { accent: 3 } }", "FLOW-SHAPE"],
    ["theme: { light: [] }", "FLOW-SHAPE"],
    ["theme: { dark: { accent: '' } }", "FLOW-SHAPE"],
    ["theme: { homeHref: 'javascript:alert(1)' }", "FLOW-LINK"],
    ["theme: { homeHref: '//evil.example' }", "FLOW-LINK"],
  ])("is held to the same shape: %s", (body, code) => {
    const { path, problems } = problemsOf("reseller", body);
    const problem = problems.find((each) => each.code === code);
    expect(problem).toMatchObject({ file: path, line: 4 });
    expect(problem?.column).toBeGreaterThan(5);
  });

  it.each([
    ["screens: { confirm: { kind: outcom } }", { portal: ["screens"] }],
    ["screens: { confirm: { alow: true } }", { portal: ["screens"] }],
    ["tables: { resume: { rows: 3 } }", { portal: ["tables"] }],
    ["guards: { child: { rle: true } }", { portal: ["guards"] }],
    ["events: { events: { page-view: { whith: {} } } }", undefined],
  ])("is reported at its line: %s", (body, layers) => {
    const { path, problems } = problemsOf("portal", body, layers, "library");
    expect(problems[0]).toMatchObject({ code: "FLOW-SHAPE", file: path, line: 4 });
  });

  it("takes no link that runs something", () => {
    const dialled = setAt(shipped.get(WESTLAKE), "config/support/href", "javascript:alert(1)");
    const changed = addAt(dialled, "config/links", { terms: { "en-US": "data:text/html,x" } });
    const sources = new Map([...shipped, [WESTLAKE, changed]]);
    const result = compileFlow(sources, "merchant-signup", ["LOCAL"]);
    expect(
      (result.ok ? [] : result.problems)
        .filter(({ code }) => code === "FLOW-LINK")
        .map(({ code, file, line }) => `${code} ${file} ${line}`),
    ).toEqual([
      `FLOW-LINK ${WESTLAKE} ${lineOf(changed, "javascript:")}`,
      `FLOW-LINK ${WESTLAKE} ${lineOf(changed, "data:text")}`,
    ]);
  });

  it("sends mails from a mail address alone", () => {
    const changed = addAt(shipped.get(WESTLAKE), "config/sender", { address: "Westlake <a@b.c>" });
    const sources = new Map([...shipped, [WESTLAKE, changed]]);
    const result = compileFlow(sources, "merchant-signup", ["LOCAL"]);
    expect(result.ok ? [] : result.problems).toMatchObject([
      { code: "FLOW-LINK", file: WESTLAKE, line: lineOf(changed, "a@b.c") },
    ]);
  });
});
