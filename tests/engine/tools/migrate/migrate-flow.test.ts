import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import type { Sources } from "../../../../engine/language/sources.ts";
import { migrateFlow } from "../../../../engine/tools/migrate/migrate-flow.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await editableSources;
const SCREEN = "flows/library-card/screens/consent.yaml";
const TABLE = "flows/library-card/transitions/after-consent.yaml";
const NEXT = "flows/library-card/transitions/after-known.yaml";
const FIXTURE = "flows/library-card/fixtures/told.yaml";

const OLD: Sources = new Map([
  ...shipped,
  [
    SCREEN,
    `# The parent's word.
screen: consent
path: /{applicationId}/consent
kind: form
form: consent
binds: consent
illustration: people
# Only readers under age see this.
allow: { and: [{ guard: readerKnown }, { guard: child }, { '!': { var: application.confirmed } }] }
skip: { '!': { guard: child } }
done: { guard: consentGiven }
actions:
  back: { style: back, keep: true, to: reader }
  submit: { then: after-consent }
`,
  ],
  [
    TABLE,
    `# What a parent's answer leads to.
table: after-consent
description: After the parent's answer
rows:
  # Nobody signed.
  - { id: refused, when: { '!': { var: consent.parent } }, notify: { copy: screens.consent.intro, tone: error, field: parent }, stay: true }
  - { id: known, when: { and: [{ guard: readerKnown }, { '!==': [{ var: reader.lives }, elsewhere] }] }, table: after-known }
  - { id: other, table: resume }
`,
  ],
  [
    NEXT,
    "table: after-known\ndescription: The reader is known\nrows:\n  - { id: last, to: confirm }\n",
  ],
  [
    FIXTURE,
    "fixture: told\ndescription: d\ngiven: {}\nsteps:\n  - see: { because: after-known/last }\n  - see: { because: 'refused:after-consent/refused' }\n",
  ],
]);

function migrated(sources: Sources): Sources {
  const made = new Map(sources);
  for (const [path, text] of migrateFlow(sources, "library-card").files)
    if (text === undefined) made.delete(path);
    else made.set(path, text);
  return made;
}

/** Rows and permission of the screen as they are compiled. */
function meaning(sources: Sources, tables: readonly string[]) {
  const result = compileFlow(
    new Map([...sources].filter(([path]) => path !== FIXTURE)),
    "library-card",
    ["LOCAL"],
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const flow = result.flow.variant({ portal: "library", market: "town", environment: "LOCAL" });
  const names = new Map(tables.map((name, at) => [name, `table ${at}`]));
  return {
    allow: flow.screens.get("consent")?.allow?.rule,
    rows: tables.map((name) =>
      flow.tables.get(name)?.rows.map(({ definition: { table, ...row } }) => ({
        ...row,
        table: names.get(table ?? "") ?? table,
      })),
    ),
  };
}

describe("migrateFlow()", () => {
  it("puts the rows of tables with one user in place, and keeps comments", () => {
    const made = migrated(OLD);
    expect([made.has(TABLE), made.has(NEXT)]).toEqual([false, false]);
    expect(made.get(SCREEN)).toBe(`# The parent's word.
screen: consent
path: /{applicationId}/consent
kind: form
form: consent
binds: consent
# Only readers under age see this.
allow:
  match: { readerKnown: true, child: true, application.confirmed: false }
done: { guard: consentGiven }
skip: { match: { child: false } }
actions:
  back: { style: back, keep: true, to: reader }
  submit:
    then:
      # What a parent's answer leads to.
      # Nobody signed.
      - id: refused
        match: { consent.parent: false }
        stay: { error: screens.consent.intro, field: parent }
      - id: known
        match: { readerKnown: true }
        not: { reader.lives: elsewhere }
        then:
          # The reader is known
          - { id: last, to: confirm }
      - { id: other, table: resume }
illustration: people
`);
  });

  it("means the same", () => {
    expect(meaning(migrated(OLD), ["consent/submit", "consent/submit/known"])).toEqual(
      meaning(OLD, ["after-consent", "after-known"]),
    );
  });

  it("renames tables in reasons", () => {
    expect(migrated(OLD).get(FIXTURE)).toContain("because: consent/submit/known/last");
    expect(migrated(OLD).get(FIXTURE)).toContain("'refused:consent/submit/refused'");
  });

  it("gives old words their present names, and their conditions the present form", () => {
    const old = new Map(OLD)
      .set(SCREEN, mustReplace(OLD.get(SCREEN), "skip:", "passOver:"))
      .set(
        "flows/library-card/roles.yaml",
        "roles:\n  helper: { says: Who helps, thing: applicationId, screens: { reader: [] } }\n",
      );
    const made = migrated(old);
    expect(made.get(SCREEN)).toBe(migrated(OLD).get(SCREEN));
    expect(made.get("flows/library-card/roles.yaml")).toMatch(
      /description: Who helps[\s\S]*resource: applicationId/,
    );
  });

  it("is idempotent", () => {
    const made = migrated(OLD);
    expect([...migrateFlow(made, "library-card").files.keys()]).toEqual([]);
  });
});
