import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/language/json.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { drive } from "../../../engine/visit/drive.ts";
import {
  visitAt,
  type VisitEnd,
  type Visit,
  type VisitEvent,
} from "../../../engine/visit/visit.ts";
import { cardFlow, type CardFiles } from "../../card-flow.ts";
import { shippedSources } from "../../definitions.ts";
import { addAt, removeAt } from "../../edit-yaml.ts";
import { partedCard } from "../../parted-card.ts";

const PATH = "/library-card/urn:card:1/reader";
const BEGUN: ApplicationState = { application: { id: "urn:card:1" } };
const ADA = { name: "Ada Noor", born: "1990-02-28" };

type Event = VisitEvent extends infer E
  ? E extends VisitEvent
    ? Omit<E, "context">
    : never
  : never;

/** A card, as one person walks through it. */
async function walkOf(files: CardFiles) {
  const compiled = await cardFlow(files);
  const [variant = { environment: "LOCAL" }] = compiled.variants;
  const flow = compiled.variant(variant);
  const context: InputContext = {
    now: "2026-03-01T10:00:00Z",
    variant,
    locale: "en-US",
    signedIn: true,
    uuids: [],
  };
  const run = (visit: Visit, event: Event) => {
    const ended = drive(flow, visit, { ...event, context } as VisitEvent, {
      context: () => context,
      observe: () => undefined,
      answer: () => ({ result: { outcome: "network", answer: null } }),
    });
    return seenOf(ended.visit, ended.end);
  };
  const seenOf = (visit: Visit, end: VisitEnd) => ({
    visit,
    end,
    state: visit.state,
    path: end.kind === "screen" ? end.resolution.path : end.kind,
    part: end.kind === "screen" ? end.resolution.part : undefined,
    problems: end.kind === "refused" ? end.refusal.problems : [],
  });
  return {
    open: (query: Readonly<Record<string, string>>, state: ApplicationState = BEGUN) =>
      run(visitAt({ path: PATH, query }, state), { kind: "open" }),
    act: (
      query: Readonly<Record<string, string>>,
      [action, data]: readonly [string, JsonObject],
      state: ApplicationState = BEGUN,
    ) => run(visitAt({ path: PATH, query }, state), { kind: "act", action, data }),
    draw({ visit, end }: ReturnType<typeof seenOf>, locale = "en-US") {
      if (end.kind !== "screen") throw new Error(`the visit ended as ${end.kind}`);
      return renderScreen(flow, visit.state, end.resolution, {
        context: { ...context, locale },
        query: visit.query,
        revision: 1,
        version: "v",
        words: { "actions.submit.label": "Continue" },
        validatorUrl: (schema) => `/${Object.keys(schema["properties"] ?? {}).join(".")}`,
      });
    },
  };
}

const whole = await walkOf(await partedCard());
const told = (reader: JsonObject): ApplicationState => ({ ...BEGUN, reader });

describe("an address of a form in parts", () => {
  it("leads to the first part that lacks an answer, and to the first where none does", () => {
    expect(whole.open({}).path).toBe(`${PATH}?part=name`);
    expect(whole.open({}, told(ADA)).path).toBe(`${PATH}?part=home`);
    expect(whole.open({}, told({ ...ADA, lives: "here" })).path).toBe(`${PATH}?part=name`);
  });

  it("keeps the part that it names, whatever is answered", () => {
    expect(whole.open({ part: "proof" }).path).toBe(`${PATH}?part=proof`);
    expect(whole.open({ part: "name" }, told(ADA)).part).toBe("name");
  });

  it("leads to the right part where there is no such part", () => {
    expect(whole.open({ part: "shoes" }, told(ADA)).part).toBe("home");
    expect(whole.open({ part: "__proto__" }).part).toBe("name");
  });

  it("is none where the form is asked on one page", async () => {
    const { open, draw } = await walkOf(
      await partedCard({
        parts: {
          when: { "===": [{ var: "locale" }, "fr-CA"] },
          pages: [
            { id: "name", fields: ["name", "born"] },
            { id: "home", fields: ["lives"] },
            { id: "proof", fields: ["proof"] },
          ],
        },
      }),
    );
    const opened = open({ part: "home" });
    expect([opened.path, opened.part]).toEqual([PATH, undefined]);
    const view = draw(opened);
    expect(view).not.toHaveProperty("part");
    expect(view.title).toBe("Who will read?");
    expect(Object.keys(view.form?.schema["properties"] ?? {})).toHaveLength(4);
  });

  it("skips a part of which nothing is asked", async () => {
    const { open, act } = await walkOf(
      await partedCard({
        form: (text) => addAt(text, "properties/lives/x-when", { var: "consent.parent" }),
      }),
    );
    expect(open({ part: "home" }).part).toBe("name");
    const next = act({ part: "name" }, ["submit", { name: "Ada Noor", born: "1990/02/28" }]);
    expect(next.part).toBe("proof");
  });
});

describe("Continue on a part", () => {
  it("keeps the part's answers and leads to the next one", () => {
    const next = whole.act({ part: "name" }, ["submit", { name: "Ada Noor", born: "1990/02/28" }]);
    expect(next.path).toBe(`${PATH}?part=home`);
    expect(next.state["reader"]).toEqual(ADA);
    expect(next.visit.query).toEqual({ part: "home" });
    expect(next.visit.reason).toEqual({ kind: "part", screen: "reader", part: "name" });
  });

  it("refuses what the part has wrong, and asks for nothing of another part", () => {
    const refused = whole.act({ part: "name" }, ["submit", { name: "Ada Noor" }]);
    expect(refused.problems.map(({ pointer }) => pointer)).toEqual(["/born"]);
    const strange = whole.act({ part: "home" }, ["submit", { lives: "here", name: "Ada Noor" }]);
    expect(strange.problems).toMatchObject([{ pointer: "/name" }]);
  });

  it("runs the action after the last part, with the whole form", () => {
    const led = whole.act({ part: "proof" }, ["submit", {}], told({ ...ADA, lives: "here" }));
    expect(led.path).toBe("/library-card/urn:card:1/confirm");
  });

  it("shows the part with a problem of the whole form, and keeps what was sent", () => {
    const state = told({ ...ADA, name: "?", lives: "here" });
    const led = whole.act({ part: "proof" }, ["submit", {}], state);
    expect(led.part).toBe("name");
    expect(led.visit.notices).toMatchObject([{ pointer: "/name", tone: "error" }]);
    const kept = whole.act({ part: "home" }, ["submit", { lives: "elsewhere" }], state);
    expect([kept.part, kept.state["reader"]]).toEqual([
      "proof",
      { ...ADA, name: "?", lives: "elsewhere" },
    ]);
  });

  it("leads straight on where everything was answered before", () => {
    const state = told({ ...ADA, lives: "here" });
    const led = whole.act(
      { part: "name" },
      ["submit", { name: "Ada Berg", born: "1990/02/28" }],
      state,
    );
    expect(led.path).toBe("/library-card/urn:card:1/confirm");
    expect(led.state["reader"]).toEqual({ ...ADA, name: "Ada Berg", lives: "here" });
  });

  it("takes the whole form where the address names no part", () => {
    const data = { name: "Ada Noor", born: "1990/02/28", lives: "here" };
    expect(whole.act({}, ["submit", data]).path).toBe("/library-card/urn:card:1/confirm");
    const { end } = whole.act({}, ["submit", { ...data, lives: "there" }]);
    expect(end).toMatchObject({ kind: "refused", refusal: { part: "home" } });
  });

  it("refuses a part that is not asked any more", () => {
    const { end } = whole.act({ part: "shoes" }, ["submit", { name: "Ada Noor" }]);
    expect(end).toMatchObject({ kind: "refused", refusal: { cause: "not-allowed" } });
  });
});

describe("Back on a part", () => {
  it("keeps what is right and leads to the part before", () => {
    const led = whole.act({ part: "home" }, ["back", { lives: "here" }], told(ADA));
    expect([led.part, led.state["reader"]]).toEqual(["name", { ...ADA, lives: "here" }]);
  });

  it("leads where the screen's Back leads on the first part", () => {
    const led = whole.act({ part: "name" }, ["back", { name: "Ada Noor", born: "?" }]);
    expect(led.path).toBe("/library-card");
    expect(led.state["reader"]).toEqual({ name: "Ada Noor" });
  });
});

describe("renderScreen() of a part", () => {
  it("draws its own heading, intro and fields alone", () => {
    const view = whole.draw(whole.open({}));
    expect(view).toMatchObject({ part: "name", title: "Who is the card for?", intro: "?" });
    expect(view.path).toBe(`${PATH}?part=name`);
    expect(view.form).toMatchObject({ id: "reader/name", validator: "/name.born" });
    expect(view.form?.ui["ui:order"]).toEqual(["name", "born"]);
    expect(view).toMatchObject({ likely: [`${PATH}?part=home`], ahead: ["/lives"] });
    const french = whole.draw(whole.open({ part: "home" }), "fr-CA");
    expect([french.title, french.intro]).toEqual(["Où habite la personne?", undefined]);
  });

  it("offers what ends the screen with the last part alone", () => {
    const offered = (query: Readonly<Record<string, string>>, state?: ApplicationState) =>
      whole.draw(whole.open(query, state)).actions.map(({ id }) => id);
    expect(offered({ part: "name" })).toEqual(["submit", "back"]);
    expect(offered({ part: "proof" })).toEqual(["submit", "back", "later"]);
    expect(offered({ part: "name" }, told({ ...ADA, lives: "here" }))).toEqual(["submit", "back"]);
  });

  it("gives an action of another name the words of Continue before the last part", async () => {
    const files = await partedCard({
      screen: (text) =>
        addAt(removeAt(text, "actions/submit"), "actions/send", {
          style: "danger",
          form: true,
          confirm: true,
          then: "resume",
        }),
    });
    const words = { label: "Send it", confirm: { title: "?", text: "?", yes: "Yes", no: "No" } };
    const texts = ["en-US", "fr-CA"].map((locale): [string, string] => {
      const path = `content/library-card/${locale}/screens/reader.yaml`;
      return [path, addAt(removeAt(files[path], "actions/submit"), "actions/send", words)];
    });
    const path = "flows/library-card/events.yaml";
    const events = (await shippedSources).get(path)?.replaceAll("reader/submit", "reader/send");
    const { open, draw } = await walkOf({
      ...files,
      ...Object.fromEntries(texts),
      [path]: events ?? "",
    });
    const [first, last] = ["name", "proof"].map((part) =>
      draw(open({ part })).actions.find(({ id }) => id === "send"),
    );
    expect(first).toMatchObject({ id: "send", style: "primary", label: "Continue" });
    expect(first).not.toHaveProperty("confirm");
    expect(last).toMatchObject({ style: "danger", label: "Send it", confirm: words.confirm });
  });

  it("draws a block with the part that it names, and others with each", async () => {
    const { open, draw } = await walkOf(
      await partedCard({
        screen: (text) =>
          addAt(text, "blocks", [
            { id: "fee", kind: "text", copy: "screens.confirm.blocks.fee" },
            { id: "why", kind: "text", part: "home", copy: "screens.confirm.blocks.fee" },
          ]),
      }),
    );
    const blocks = (part: string) => draw(open({ part })).blocks.map(({ id }) => id);
    expect([blocks("name"), blocks("home")]).toEqual([["fee"], ["fee", "why"]]);
  });

  it("links an answer of a summary to the part that asks for it", () => {
    const { visit, end } = whole.act(
      { part: "proof" },
      ["submit", {}],
      told({ ...ADA, lives: "here" }),
    );
    const view = whole.draw({ ...whole.open({}), visit, end });
    const [summary] = view.blocks.filter(({ kind }) => kind === "summary");
    const links =
      summary?.kind === "summary" ? summary.items.map(({ change }) => change?.href) : [];
    expect(links.slice(0, 3)).toEqual([
      `${PATH}?part=name&back=confirm`,
      `${PATH}?part=name&back=confirm`,
      `${PATH}?part=home&back=confirm`,
    ]);
  });
});
