import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import { Changes } from "../../../engine/transition/changes.ts";
import { evaluateTable } from "../../../engine/transition/evaluate-table.ts";
import { pageFacts } from "../../../engine/transition/page-facts.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { cardSources } from "../../card-flow.ts";

/* A page that shows a sensitive and a secret value at every kind of place. */

const SCREEN = `
screen: desk
path: /{applicationId}/desk
kind: list
form: desk
binds: reader
titles: [{ id: born, match: { reader.born: true } }]
with: &values
  born: { var: reader.born }
  pin: { var: reader.pin }
blocks:
  - { id: text, kind: text, with: *values }
  - { id: note, kind: notice, tone: info, with: *values }
  - { id: fold, kind: disclosure, with: *values }
  - { id: steps, kind: steps, with: *values }
  - { id: clock, kind: countdown, until: { var: reader.bornAt }, with: *values }
  - id: lines
    kind: summary
    items: &items
      - { id: born, value: { var: reader.born }, as: date }
      - { id: pin, value: { var: reader.pin } }
      - { id: end, value: { substr: [{ var: reader.pin }, -4] } }
      - { id: fine, value: { var: reader.fineMinor }, as: money }
      - { id: share, value: { var: reader.share }, as: percent }
      - { id: call, value: { var: reader.phone }, as: phone }
      - { id: words, value: { var: reader.words }, as: list }
  - { id: known, kind: facts, items: *items }
  - id: sums
    kind: table
    with: *values
    columns: [{ id: pin }, { id: born, as: date }]
    rows:
      - { id: own, cells: { pin: { var: reader.pin }, born: { var: reader.born } } }
      - { id: others, of: { var: others }, label: { var: item.born }, cells: { pin: { var: item.pin } } }
  - id: past
    kind: timeline
    with: *values
    items: [{ id: begun, state: now, at: { var: reader.bornAt } }]
  - { id: link, kind: link, href: { var: reader.link }, with: *values }
  - { id: ask, kind: dialog, href: { var: reader.link }, with: *values }
list:
  of: others
  title: [{ var: item.name }, { var: item.pin }]
  subtitle: { var: item.born }
actions:
  submit: { then: desk }
`;
const TEXT = "born {born}, pin {pin}";
const COPY = `
title: "The desk: ${TEXT}"
titles: { born: "A title: ${TEXT}" }
intro: "An intro: ${TEXT}"
notice: "A message: ${TEXT}"
blocks:
  text: { title: "${TEXT}", text: "${TEXT}" }
  note: { title: "${TEXT}", text: "${TEXT}" }
  fold: { title: "${TEXT}", text: "${TEXT}" }
  steps: { items: { one: { title: "${TEXT}", text: "${TEXT}" } } }
  clock: { text: "${TEXT}" }
  sums: { text: "${TEXT}", corner: "${TEXT}" }
  past: { text: "${TEXT}", items: { begun: { title: "${TEXT}", text: "${TEXT}" } } }
  link: "${TEXT}"
  ask: { title: "${TEXT}", text: "${TEXT}", link: "${TEXT}" }
`;
const STATE_SCHEMA = `
type: object
properties:
  application: { type: object, properties: { id: { type: string }, confirmed: { type: boolean } } }
  reader:
    type: object
    x-pii: personal
    properties:
      name: { type: string }
      lives: { type: string }
      proof: { type: object }
      born: { type: string, x-pii: sensitive }
      bornAt: { type: string, x-pii: sensitive }
      phone: { type: string, x-pii: sensitive }
      share: { type: number, x-pii: sensitive }
      pin: { type: string, x-pii: secret }
      fineMinor: { type: integer, x-pii: secret }
      words: { type: array, items: { type: string }, x-pii: secret }
      link: { type: string, x-pii: secret }
  others:
    type: array
    items:
      type: object
      properties:
        id: { type: string }
        name: { type: string }
        born: { type: string, x-pii: sensitive }
        pin: { type: string, x-pii: secret }
  consent: { type: object, properties: { parent: { type: string, x-pii: personal } } }
`;
const FORM = `
type: object
properties:
  name: { type: string, x-pii: personal }
  born: { type: string, x-pii: sensitive }
  nick: { type: string, x-pii: sensitive, x-initial: { var: reader.phone } }
  pin: { type: string, x-pii: secret, x-mask: last4 }
`;
const ROLES = `
roles:
  applicant: { description: The reader, own: true, screens: { '*': ['*'] } }
  friend: { description: Somebody let in by a link, resource: ownerId, for: { var: reader.born }, screens: { '*': ['*'] } }
  agent: { description: A seller, people: true, for: { var: reader.born }, screens: { '*': ['*'] } }
  staff: { description: Staff, people: true, impersonates: true, for: { var: reader.born }, screens: { '*': [] } }
`;
const TABLE = `
table: desk
rows:
  - id: told
    notify:
      copy: screens.desk.notice
      tone: info
      with: { born: { var: reader.born }, pin: { var: reader.pin } }
  - id: received
    notify: { copy: screens.desk.notice, tone: info, texts: [{ var: reader.born }] }
    stay: true
`;
const compiled = compileFlow(
  await cardSources({
    "flows/library-card/screens/desk.yaml": SCREEN,
    "flows/library-card/transitions/desk.yaml": TABLE,
    "flows/library-card/roles.yaml": ROLES,
    "schemas/library-card/state.yaml": STATE_SCHEMA,
    "schemas/library-card/forms/desk.yaml": FORM,
    "content/library-card/en-US/screens/desk.yaml": COPY,
    "content/library-card/fr-CA/screens/desk.yaml": COPY,
  }),
  "library-card",
  ["LOCAL"],
  { checks: "shapes" },
);
if (!compiled.ok)
  throw new Error(
    compiled.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n"),
  );
const variant = { environment: "LOCAL" };
const flow = compiled.flow.variant(variant);
const STATE: JsonObject = {
  application: { id: "urn:card:1" },
  reader: {
    name: "Ysolde",
    born: "1981-04-09",
    bornAt: "2026-04-09T04:09:00.000Z",
    phone: "+14165550143",
    share: 73.25,
    pin: "48150016",
    fineMinor: 731188,
    words: ["quimper", "roscoff"],
    link: "https://secret.example/token",
  },
  others: [{ id: "a", name: "Kim", born: "1979-11-30", pin: "23420815" }],
};
const SENSITIVE = ["1981", "04:09", "0143", "73.25", "1979"];
const SECRET = ["4815", "7,311", "7311", "quimper", "roscoff", "secret.example", "2342"];

function drawn(actor: InputContext["actor"]) {
  const context: InputContext = {
    now: "2026-03-01T10:00:00Z",
    variant,
    locale: "en-US",
    signedIn: true,
    uuids: [],
    ...(actor === undefined ? {} : { actor }),
  };
  const path = "/urn:card:1/desk";
  const at = { screen: "desk", params: { applicationId: "urn:card:1" }, path };
  const facts = pageFacts(flow, STATE, at, { query: {}, context });
  const { notices } = evaluateTable(flow, "desk", new Changes(facts), {});
  return renderScreen(
    flow,
    STATE,
    { kind: "screen", ...at, reason: { kind: "open", screen: "desk" }, rows: [] },
    {
      context,
      query: {},
      revision: 1,
      version: "v",
      words: {},
      notices,
      validatorUrl: () => "/0.mjs",
    },
  );
}

/** Places of a view that have one of the texts. */
function placesWith(texts: readonly string[], value: unknown, path = ""): readonly string[] {
  if (typeof value === "string") return texts.some((text) => value.includes(text)) ? [path] : [];
  if (typeof value === "number") return placesWith(texts, String(value), path);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    placesWith(texts, inner as Json, `${path}/${name}`),
  );
}

describe("renderScreen() of sensitive and secret values, at every kind of place", () => {
  it.each([
    { role: "staff", id: "robin" },
    { role: "agent", id: "sam" },
  ])("shows $role neither, but the end of a secret that its field declares to show", (actor) => {
    const { form, ...view } = drawn(actor);
    expect(placesWith([...SENSITIVE, ...SECRET], view)).toEqual([]);
    expect(form?.kept).toEqual({ born: "••••", nick: "••••", pin: "•••• 0016" });
    expect(placesWith([...SENSITIVE, ...SECRET], { ...form, kept: {} })).toEqual([]);
    expect(JSON.stringify(view)).toContain("Ysolde");
  });

  it.each([undefined, { role: "friend", id: "a" }])(
    "shows an applicant and a guest what the flow writes, and no secret in its field: %o",
    (actor) => {
      const { form, data, ...view } = drawn(actor);
      const kinds = new Set(placesWith(SENSITIVE, view).map((place) => place.split("/")[1] ?? ""));
      expect([...kinds].filter((kind) => kind !== "account").toSorted()).toEqual([
        "blocks",
        "intro",
        "list",
        "notices",
        "title",
      ]);
      expect(form?.kept).toEqual({ pin: "•••• 0016" });
      expect(data).toMatchObject({ name: "Ysolde", born: expect.stringContaining("1981") });
      expect(data).not.toHaveProperty("pin");
    },
  );
});
