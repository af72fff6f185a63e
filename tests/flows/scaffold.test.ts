import { describe, expect, it, vi } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { migrateFlow } from "../../engine/tools/migrate/migrate-flow.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import type { Scaffold } from "../../server/cli/scaffold/fresh-files.ts";
import { newOverlay } from "../../server/cli/scaffold/new-overlay.ts";
import { newFlow, newScreen } from "../../server/cli/scaffold/scaffold.ts";
import { writeStatePlaces } from "../../engine/tools/state-places.ts";
import { shippedSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const shipped = await shippedSources;
const after = ({ files }: Scaffold, sources: Sources = shipped): Sources =>
  new Map([...sources, ...[...files].filter(([path]) => path.endsWith(".yaml"))]);
const problemsOf = (sources: Sources, flow: string) => {
  const result = compileFlow(sources, flow, ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems).map(
    ({ code, file, message }) => `${code} ${file} ${message}`,
  );
};

describe("foyer new", () => {
  const sources = after(newFlow(shipped, "gym-pass", ["en-US", "en-CA", "fr-CA"]));

  it("writes a flow without problems, whose fixture passes", () => {
    expect(problemsOf(sources, "gym-pass")).toEqual([]);
    const result = compileFlow(sources, "gym-pass", ["LOCAL"]);
    expect(
      result.ok &&
        result.flow.fixtures.map((fixture) => runFixture(result.flow, fixture).deviations),
    ).toEqual([[]]);
  });

  it("begins in a language that has no words yet: one warning for the flow, one for the renderer", () => {
    const scaffold = newFlow(shipped, "gym-pass", ["en-GB", "de-DE"]);
    expect(scaffold.notes).toContainEqual(
      expect.stringMatching(/^There are no words in de-DE yet: npx foyer copy fill gym-pass/),
    );
    expect(newFlow(shipped, "gym-pass", ["en-US", "fr-CA"]).notes).toHaveLength(1);
    expect(newFlow(shipped, "gym-pass", ["en-GB", "fr"]).notes.slice(0, -1)).toEqual([
      "The words of en-GB are those of en-US: read each before people do",
      "The words of fr are those of fr-FR: read each before people do",
    ]);
    const made = after(scaffold);
    expect(problemsOf(made, "gym-pass")).toEqual([
      "FLOW-COPY-LOCALE flows/gym-pass/flow.yaml There is no text at all in de-DE; people would read everything in en-GB. npx foyer copy export and import have it translated, npx foyer copy fill writes each text with TODO",
      "FLOW-SHELL-WORDS flows/gym-pass/flow.yaml The renderer has no words in de-DE for any text: people would read them in en-US. Write content/shell/de-DE/shell.yaml with the texts of content/shell/en-US/, or content/gym-pass/de-DE/shell.yaml with those of pages for this flow alone",
    ]);
    expect(problemsOf(after(newFlow(shipped, "gym-pass", ["en-GB", "fr-FR"])), "gym-pass")).toEqual(
      [],
    );
  });

  it("has the words of a pattern asked for that its form uses, and no others", () => {
    const made = after(newFlow(shipped, "gym-pass", ["en-GB", "de-DE"]));
    const form = "schemas/gym-pass/forms/person.yaml";
    const state = "schemas/gym-pass/state.yaml";
    const sources = new Map([
      ...made,
      [form, mustReplace(made.get(form), "properties:", "properties:\n  phone: { use: gb/phone }")],
      [
        state,
        mustReplace(
          made.get(state),
          "email: {",
          "phone: { type: string, x-pii: personal }, email: {",
        ),
      ],
      [
        "content/gym-pass/de-DE/screens/person.yaml",
        'title: "Wer sind Sie?"\nfields: { phone: { label: "Telefon" } }\n',
      ],
    ]);
    expect(problemsOf(sources, "gym-pass").filter((each) => each.includes("gb.phone"))).toEqual([
      "FLOW-COPY-LOCALE flows/gym-pass/flow.yaml 2 texts are not there in de-DE; people would read them in another language: gb.phone.required, gb.phone.invalid. Write them into content/gym-pass/de-DE/patterns.yaml",
    ]);
    expect(problemsOf(sources, "gym-pass").join()).not.toContain("de-DE only");
  });

  it("writes the words that `foyer migrate` writes", () => {
    const made = after(newFlow(shipped, "gym-pass", ["en-US", "fr-CA"], "front-desk"));
    const { files } = migrateFlow(made, "gym-pass");
    expect([...files.keys()]).toEqual([]);
  });

  it("writes a flow that sends its form to a service, whose sandbox its fixture asks", () => {
    const made = after(newFlow(shipped, "gym-pass", ["en-US", "fr-CA"], "front-desk"));
    expect(problemsOf(made, "gym-pass")).toEqual([]);
    const result = compileFlow(made, "gym-pass", ["LOCAL"]);
    expect(
      result.ok &&
        result.flow.fixtures.map((fixture) => runFixture(result.flow, fixture).deviations),
    ).toEqual([[]]);
    expect(() => newFlow(shipped, "gym-pass", ["en-US"], "Front Desk")).toThrow(/service's name/);
  });

  it("writes a screen with its texts in every locale, and reports that nothing leads there yet", () => {
    const screen = (flow: string) => `flows/${flow}/screens/house-rules.yaml`;
    for (const [flow, before, ...change] of [
      [
        "gym-pass",
        sources,
        screen("gym-pass"),
        "actions:",
        "asked: { and: [{ guard: started }, { var: signedIn }] }\nactions:",
      ],
      [
        "library-card",
        shipped,
        "flows/library-card/flow.yaml",
        "[reader, consent, confirm]",
        "[reader, consent, house-rules, confirm]",
      ],
    ] as const) {
      const made = after(newScreen(before, flow, "house-rules"), before);
      // A French title is not made of an English name.
      const unwritten = problemsOf(made, flow).filter((each) => each.includes("UNWRITTEN"));
      expect(unwritten.length).toBe(1);
      // Nothing leads there yet, and the check says so.
      expect(problemsOf(made, flow).filter((each) => !unwritten.includes(each))).toEqual([
        `FLOW-SCREEN-UNREACHABLE ${screen(flow)} Nothing leads to the screen "house-rules": no table, action or sequence names it`,
      ]);
      const [file, from, to] = change;
      const named = mustReplace(made.get(file), from, to);
      // In a sequence it belongs into a phase, too.
      const phased =
        flow === "gym-pass"
          ? named
          : mustReplace(named, "screens: [start, lost]", "screens: [start, lost, house-rules]");
      expect(problemsOf(new Map([...made, [file, phased]]), flow)).toEqual(unwritten);
    }
  });

  it("writes a screen with a form, and its place in the state", () => {
    const fields = ["street", "postCode"];
    const made = after(newScreen(shipped, "library-card", "home-address", fields));
    const state = writeStatePlaces(made, "library-card");
    expect(state?.paths).toEqual(["homeAddress.street", "homeAddress.postCode"]);
    const words = (locale: string) =>
      made.get(`content/library-card/${locale}/screens/home-address.yaml`);
    expect(words("en-US")).toContain('postCode: { label: "Post code" }');
    expect(words("fr-CA")).toContain('title: "TODO: Home address"');
    expect(words("fr-CA")).toContain('postCode: { label: "TODO: Post code" }');
    const placed = new Map([...made, [state?.file ?? "", state?.text ?? ""]]);
    expect(problemsOf(placed, "library-card").map((each) => each.split(" ")[0])).toEqual([
      "FLOW-COPY-UNWRITTEN",
      "FLOW-SCREEN-UNREACHABLE",
    ]);
  });

  it("refuses a field whose name is none", () => {
    expect(() => newScreen(shipped, "library-card", "home-address", ["post code"])).toThrow(
      'not "post code"',
    );
  });

  it("writes an overlay without problems, and reports a colour that pages show in another shade", () => {
    const front = "flows/gym-pass/flow.yaml";
    const text = sources.get(front) ?? "";
    const axis =
      "axes: { partner: { description: Whose link led here, path: '/p/{partner}', untrusted: true } }";
    const partnered = new Map([...sources, [front, `${text}${axis}\n`]]);
    const { files, notes } = newOverlay(partnered, {
      flow: "gym-pass",
      id: "iron-house",
      colour: "#ffd400",
      name: "Iron & House",
    });
    expect(problemsOf(after({ files, notes }, partnered), "gym-pass")).toEqual([]);
    expect(notes.at(-1)).toContain("http://localhost:3000/p/iron-house/gym-pass");
    expect(notes[0]).toMatch(
      /^#ffd400 is written, with a contrast of 1\.\d+ on light surfaces: pages show links and what is chosen in #[0-9a-f]{6}, the nearest shade that can be read$/,
    );
    expect(files.get("flows/gym-pass/overlays/partner/iron-house.yaml")).toContain(
      "colour: '#ffd400'",
    );
    expect([...files.values()].some((text) => text.includes("Iron &amp; House"))).toBe(true);
  });

  it("writes into an overlay, in comments, what partners often change", () => {
    const made = newOverlay(shipped, {
      flow: "merchant-signup",
      id: "iron-house",
      colour: "#8a2b4f",
      name: "Iron & House",
    });
    const path = "flows/merchant-signup/overlays/reseller/iron-house.yaml";
    const text = made.files.get(path) ?? "";
    for (const part of [
      "host: ",
      "favicon: ",
      "pricing:",
      "address: no-reply@",
      "hours: ",
      "terms:",
    ])
      expect(text).toMatch(new RegExp(`# .*${part}`));
    expect(made.notes.join("\n")).toContain(
      "axes.reseller.values of flows/merchant-signup/flow.yaml",
    );
    // Without the signs they are settings that the check takes.
    const own = text
      .replaceAll(/^# (?=(?:config|copy):|  )/gm, "")
      .replace("  # favicon", "  favicon");
    expect(own).toMatch(/^config:\n  support:/m);
    const sources = new Map([...after(made), [path, own]]);
    const problems = problemsOf(sources, "merchant-signup");
    expect(problems.filter((problem) => !problem.startsWith("FLOW-OVERLAY-SAME"))).toEqual([]);
  });

  it("begins in the French of France where the locale is not Canada's", () => {
    const textsOf = (locale: string) =>
      [...newFlow(shipped, "gym-pass", ["en-US", locale]).files]
        .filter(([path]) => path.startsWith(`content/gym-pass/${locale}/`))
        .map(([, text]) => text)
        .join("");
    expect(textsOf("fr-CA")).toMatch(/Qui êtes-vous\?[^]*Adresse courriel[^]*Soutien/);
    for (const locale of ["fr-FR", "fr-BE", "fr"]) {
      expect(textsOf(locale)).toMatch(/Qui êtes-vous\u202f\?[^]*Adresse e-mail[^]*Assistance/);
      expect(textsOf(locale)).not.toMatch(/courriel|Soutien|\w\?/);
    }
  });

  it("names the port of PORT for a flow and an overlay", () => {
    vi.stubEnv("PORT", "4711");
    expect(newFlow(shipped, "gym-pass", ["en-US"]).notes.at(-1)).toContain(
      "localhost:4711/gym-pass",
    );
    const overlay = { flow: "merchant-signup", id: "x", colour: "#8a2b4f", name: "X" };
    expect(newOverlay(shipped, overlay).notes.at(-1)).toContain("localhost:4711/r/x");
    vi.unstubAllEnvs();
  });

  it.each([
    ["a name with capitals", () => newFlow(shipped, "GymPass", ["en-US"])],
    ["a name that leads out of the folder", () => newFlow(shipped, "../x", ["en-US"])],
    ["a flow that is there", () => newFlow(shipped, "library-card", ["en-US"])],
    ["a screen that is there", () => newScreen(shipped, "library-card", "reader")],
    [
      "a colour that is none",
      () => newOverlay(shipped, { flow: "merchant-signup", id: "x", colour: "red", name: "X" }),
    ],
    [
      "an overlay for a flow without an axis in the path",
      () => newOverlay(shipped, { flow: "library-card", id: "x", colour: "#8a2b4f", name: "X" }),
    ],
  ])("refuses %s", (_, make) => {
    expect(make).toThrow();
  });
});

describe("THEME-CONTRAST", () => {
  it("finds words of buttons that cannot be read, with the place and a shade that can", () => {
    const path = "flows/library-card/theme.yaml";
    const sources = new Map([
      ...shipped,
      [path, `${shipped.get(path) ?? ""}light: { accent: '#e0a070', onAccent: '#ffffff' }\n`],
    ]);
    const result = compileFlow(sources, "library-card", ["LOCAL"]);
    const problems = result.ok
      ? []
      : result.problems.filter(({ code }) => code === "THEME-CONTRAST");
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /^light: the words of buttons cannot be read: onAccent #ffffff on accent #e0a070 has a contrast of 2\.\d+/,
      ),
    );
    for (const { suggestion = "", file } of problems)
      expect([/^#[0-9a-f]{6}$/.test(suggestion), file]).toEqual([true, path]);
  });
});
