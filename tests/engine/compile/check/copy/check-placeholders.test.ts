import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, editableSources, PROJECT } from "../../../../definitions.ts";
import { told, type Slip as Slip3 } from "../../../../childcare-flow.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;

const problemsAfter = (path: string, from: string | RegExp, to: string) => {
  const text = shipped.get(path) ?? "";
  const changed = mustReplace(text, from, to);
  const result = compileFlow(new Map([...shipped, [path, changed]]), "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-COPY-UNFILLED")
    .map(({ severity, file, message }) => `${severity} ${file} ${message}`);
};

type Slip = readonly [from: string, to: string];

/** Problems of the clinic with texts of its files replaced. */
async function clinicAfter(slips: Readonly<Record<string, Slip>>): Promise<readonly string[]> {
  const changed = new Map(await readSources(CLINIC, PROJECT));
  for (const [path, [from, to]] of Object.entries(slips))
    changed.set(path, mustReplace(changed.get(path) ?? "", from, to));
  const result = compileFlow(changed, "clinic", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems).map(
    ({ file, message, suggestion = "" }) => `${file} ${message} (${suggestion})`,
  );
}

describe("checkPlaceholders()", () => {
  it("finds nothing in the flow as it is shipped", () => {
    expect(problemsAfter("flows/library-card/flow.yaml", "", "")).toEqual([]);
  });

  it("finds a place in a title that nothing fills", () => {
    expect(
      problemsAfter(
        "content/library-card/en-US/screens/confirm.yaml",
        /^title: "/m,
        'title: "{reader}, ',
      ),
    ).toEqual([
      'error content/library-card/en-US/screens/confirm.yaml Nothing fills {reader} of the text "screens.confirm.title" in en-US',
    ]);
  });

  it("finds a place in the message of a field that neither the field nor its format fills", () => {
    const messages = "content/library-card/en-US/validation.yaml";
    expect(
      problemsAfter(messages, "Enter a name of 2 to 80", "Enter a name of 2 to {most}"),
    ).toEqual([
      `error ${messages} Nothing fills {most} of the text "validation.name.invalid" in en-US`,
    ]);
  });

  it("finds plural forms that no count chooses among, of a title and of a block, once each", () => {
    const changed = new Map(shipped);
    for (const [copy, text] of shipped)
      if (/^content\/library-card\/[^/]+\/screens\/confirm\.yaml$/.test(copy))
        changed.set(
          copy,
          mustReplace(text, /^title: (".*")/m, 'title_one: $1\ntitle_other: "{count} cards"'),
        );
    const path = "flows/library-card/screens/confirm.yaml";
    const told = (sources: ReadonlyMap<string, string>) => {
      const result = compileFlow(sources, "library-card", ["LOCAL"]);
      const problems = result.ok ? result.warnings : result.problems;
      return problems.map(({ message, suggestion }) => `${message} (${suggestion ?? ""})`);
    };
    expect(told(changed)).toEqual(
      ["en-US", "fr-CA"].map(
        (locale) =>
          `Nothing gives the count that chooses among the plural forms of "screens.confirm.title" in ${locale}: people would read the key (count: { var: … } under \`with\`)`,
      ),
    );
    changed.set(
      path,
      `${shipped.get(path) ?? ""}\nwith: { count: { length: { var: reader.name } } }\n`,
    );
    expect(told(changed)).toEqual([]);
  });

  it("finds none in a title that the screen's `with` fills", () => {
    const path = "flows/library-card/screens/confirm.yaml";
    const filled = new Map(shipped).set(
      path,
      `${shipped.get(path) ?? ""}\nwith: { reader: { var: reader.name } }\n`,
    );
    for (const [copy, text] of shipped)
      if (/^content\/library-card\/[^/]+\/screens\/confirm\.yaml$/.test(copy))
        filled.set(copy, mustReplace(text, /^title: "/m, 'title: "{reader}, '));
    const result = compileFlow(filled, "library-card", ["LOCAL"]);
    expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([]);
  });

  const MAIL = "content/clinic/en-US/mail/confirm.yaml";
  const FRENCH = MAIL.replace("en-US", "fr-CA");
  const CALLS = "flows/clinic/calls/post.yaml";

  it("finds a misspelt place of a mail in every language, at its own text", async () => {
    const misspelt: Slip = ["{code}", "{cod}"];
    expect(await clinicAfter({ [MAIL]: misspelt, [FRENCH]: misspelt })).toEqual(
      [MAIL, FRENCH].map(
        (file) =>
          `${file} Nothing fills {cod} of the text "mail.confirm.text" in ${file.split("/")[2] ?? ""} ({code})`,
      ),
    );
  });

  it("finds a misspelt place in one language, and blames no other text", async () => {
    expect(await clinicAfter({ [MAIL]: ["{code}", "{cod}"] })).toEqual([
      `${MAIL} Nothing fills {cod} of the text "mail.confirm.text" in en-US ({code})`,
    ]);
  });

  it("finds a value that a mail does not hand to its text, once for all languages", async () => {
    expect(await clinicAfter({ [CALLS]: ["      link: { opens: confirm-email }\n", ""] })).toEqual(
      expect.arrayContaining([
        `${CALLS} Nothing fills {link} of the mail's text "mail.confirm.text": people would read the braces (link: { opens: LINK })`,
      ]),
    );
  });

  it("says nothing of a mail whose values a rule makes", async () => {
    const made = "      values: { merge: [{ var: email }] }\n      code: { lifetimeMs";
    const given: Slip = ["      code: { lifetimeMs", made];
    expect(await clinicAfter({ [CALLS]: given, [MAIL]: ["{code}", "{cod}"] })).toEqual([
      expect.stringContaining("unlike that of en-US") as string,
    ]);
  });

  it("finds a place in a countdown's text, which the clock stands behind", async () => {
    const file = "content/clinic/en-US/screens/check.yaml";
    expect(await clinicAfter({ [file]: ["Time left to send it:", "Within {time}:"] })).toEqual([
      `${file} Nothing fills {time} of the text "screens.check.blocks.left.text" in en-US (no place: the clock stands behind the text)`,
    ]);
  });

  it("finds rows that leave out a value which another row gives to the same message", async () => {
    const french = "content/clinic/fr-CA/errors.yaml";
    const contact = "flows/clinic/screens/contact.yaml";
    const text = (await readSources(CLINIC, PROJECT)).get(french) ?? "";
    const [line = ""] = /^tooOften: .*$/m.exec(text) ?? [];
    const told = await clinicAfter({
      "content/clinic/en-US/errors.yaml": ["in an hour", "{when}"],
      [french]: [line, 'tooOften: "{when}"'],
      [contact]: ["errors.tooOften }", "errors.tooOften, with: { when: later } }"],
    });
    const message =
      'This row gives no value for {when} of the text "errors.tooOften": people would read the braces';
    expect(told).toEqual(
      ["email-code", "email-code", "email"].map(
        (screen) => `flows/clinic/screens/${screen}.yaml ${message} (with: { when: … })`,
      ),
    );
  });
});

describe("checkPlaceholders() of mails", () => {
  const EN = "content/en-CA/mail.yaml";
  const FR = "content/fr-CA/mail.yaml";
  const without: readonly Slip3[] = [
    [EN, "Your code is {code}", "Your code"],
    [EN, "type {code} on", "type it on"],
    [FR, "Votre code est {code}", "Votre code"],
    [FR, "tapez {code} sur", "tapez-le sur"],
  ];

  it("reports a code or a link that no text shows in any language", async () => {
    const links: readonly Slip3[] = [EN, FR].map((file) => [file, "    {link}\n", ""]);
    expect(await told("FLOW-MAIL-LACKS", ...without, ...links)).toEqual([
      `${EN}:4 The mail "code" hands over a code, and no text of it shows {code}: nobody can use the mail`,
      `${EN}:13 The mail "reminder" hands over a link, and no text of it shows {link}: nobody can use the mail`,
    ]);
  });

  it("leaves a code that the subject alone shows", async () => {
    expect(await told("FLOW-MAIL-LACKS", ...without.filter((_, at) => at % 2 === 1))).toEqual([]);
  });
});
