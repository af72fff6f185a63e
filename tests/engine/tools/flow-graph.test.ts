import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { flowGraph } from "../../../engine/tools/flow-graph.ts";
import { flowPicture, type FlowPicture } from "../../../engine/tools/flow-picture.ts";
import { ruleDescriptionsOf } from "../../../engine/tools/rule-descriptions.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { mermaid } from "../../../server/cli/graph/mermaid.ts";
import { svg } from "../../../server/cli/graph/svg.ts";
import { wrapText } from "../../../server/cli/graph/wrap-text.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { CLINIC, editableSources, PROJECT } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const sources = await editableSources;

function drawn(
  id: string,
  journey?: readonly string[],
  coverage = false,
): { readonly picture: FlowPicture; readonly screens: readonly string[] } {
  const result = compileFlow(sources, id, ["LOCAL"]);
  const [variant] = result.ok ? result.flow.variants : [];
  if (!result.ok || variant === undefined) throw new Error("the flow is broken");
  const { flow } = result;
  const compiled = flow.variant(variant);
  const played = coverage ? flow.fixtures.map((fixture) => runFixture(flow, fixture)) : undefined;
  return {
    picture: flowPicture(compiled, {
      descriptions: ruleDescriptionsOf(sources, id),
      journey,
      played,
    }),
    screens: [...compiled.screens.keys()],
  };
}

/** All there is to read in a drawing, in order. */
function textOf(drawing: string): readonly string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node === "string") found.push(node);
    else if (typeof node === "object" && node !== null) Object.values(node).forEach(walk);
  };
  walk(
    new XMLParser({ preserveOrder: true, ignoreAttributes: true, parseTagValue: false }).parse(
      drawing,
    ),
  );
  return found;
}

describe("flowPicture()", () => {
  it.each(["library-card", "merchant-signup"])(
    "has each screen of %s once, and none outside the phases",
    (id) => {
      const { picture, screens } = drawn(id);
      expect(
        picture.phases.flatMap((phase) => phase.screens.map(({ name }) => name)).toSorted(),
      ).toEqual(screens.toSorted());
      expect(picture.phases.map(({ description }) => description)).not.toContain("Other screens");
    },
  );

  it("labels an edge with its guard's description", () => {
    const { picture } = drawn("library-card");
    expect(picture.arrows.find(({ from, to }) => from === "reader" && to === "consent")).toEqual({
      from: "reader",
      to: "consent",
      ways: ["“Continue”, when not: a parent has agreed"],
      back: false,
      followed: false,
      main: false,
      drawn: false,
    });
  });

  it("marks the main way across phases, and leaves ways back undrawn", () => {
    const main = drawn("library-card").picture.arrows.filter((arrow) => arrow.main);
    expect(main.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "confirm done",
      "reader confirm",
      "start reader",
    ]);
    const merchant = drawn("merchant-signup").picture.arrows;
    const way = merchant.filter((arrow) => arrow.main).map(({ from, to }) => `${from} ${to}`);
    expect(way).toContain("check verifying");
    expect(way).toContain("verifying success");
    expect(
      merchant.some(({ back, main: isMain, drawn: isDrawn }) => back && isDrawn && !isMain),
    ).toBe(false);
  });

  it("draws every way on demand", async () => {
    const sources = await editableSources;
    const result = compileFlow(sources, "library-card", ["LOCAL"]);
    const [variant] = result.ok ? result.flow.variants : [];
    if (!result.ok || variant === undefined) throw new Error("the flow is broken");
    const descriptions = ruleDescriptionsOf(sources, "library-card");
    const compiled = result.flow.variant(variant);
    const { arrows } = flowPicture(compiled, { descriptions, every: true });
    expect(arrows.every((arrow) => arrow.drawn)).toBe(true);
    const lines = (picture: FlowPicture) => mermaid("card", picture).split("\n");
    expect(lines(flowPicture(compiled, { descriptions }))).toContain("%% 9 other ways: --every");
    expect(lines(flowPicture(compiled, { descriptions, every: true })).join("\n")).not.toContain(
      "other ways",
    );
  });

  it("lists the timers with their times", async () => {
    const clinic = await readSources(CLINIC, PROJECT);
    const result = compileFlow(clinic, "clinic", ["LOCAL"]);
    const [variant] = result.ok ? result.flow.variants : [];
    if (!result.ok || variant === undefined) throw new Error("the flow is broken");
    const picture = flowPicture(result.flow.variant(variant), {
      descriptions: ruleDescriptionsOf(clinic, "clinic"),
    });
    const texts = textOf(svg("clinic", picture));
    const text = texts.join(" ");
    for (const { name, description } of picture.timers) {
      expect(text).toContain(description);
      expect(texts.some((each) => each.startsWith(`${name}: `))).toBe(true);
      expect(mermaid("clinic", picture)).toContain(description);
    }
    expect(picture.timers.map(({ name }) => name)).toEqual(["remind", "close"]);
    expect(picture.timers[0]?.times).toMatch(/^7 days after the last step of a person, .*when /);
  });

  it("draws no arrow that no state allows", () => {
    const { picture } = drawn("library-card");
    const arrows = picture.arrows.map(({ from, to }) => `${from} ${to}`);
    // A reader who is not done is on no page that leads to the end, and consent follows the reader.
    for (const refuted of ["reader done", "reader start", "consent done", "consent start"])
      expect(arrows).not.toContain(refuted);
    for (const allowed of ["start reader", "reader consent", "reader confirm", "confirm done"])
      expect(arrows).toContain(allowed);
  });

  it("draws the nearest neighbour that a state allows, not each page behind it", async () => {
    const clinic = await readSources(CLINIC, PROJECT);
    const result = compileFlow(clinic, "clinic", ["LOCAL"]);
    const [variant] = result.ok ? result.flow.variants : [];
    if (!result.ok || variant === undefined) throw new Error("the flow is broken");
    const { arrows } = flowPicture(result.flow.variant(variant), {
      descriptions: ruleDescriptionsOf(clinic, "clinic"),
    });
    const to = arrows.filter(({ from }) => from === "conditions").map((arrow) => arrow.to);
    expect(to.toSorted()).toEqual(["allergies", "members"]);
  });

  describe("of branches", () => {
    const card = "flows/library-card";
    const branch = (name: string, kind: string) =>
      `screen: ${name}\npath: /{applicationId}/${name}\nkind: information\nskip: { ${kind} }\nactions:\n  back: { style: back, to: previous }\n  submit: { to: next }\n`;
    const files = new Map([
      ...sources,
      [`${card}/screens/here.yaml`, branch("here", "match: { reader.lives: elsewhere }")],
      [`${card}/screens/away.yaml`, branch("away", "match: { reader.lives: here }")],
      [`${card}/screens/town.yaml`, branch("town", "match: { market: town }")],
      [
        `${card}/flow.yaml`,
        mustReplace(
          sources.get(`${card}/flow.yaml`) ?? "",
          "screens: [reader, consent, confirm]",
          "screens: [reader, here, away, town, consent, confirm]",
        ),
      ],
      [
        `${card}/screens/reader.yaml`,
        mustReplace(
          sources.get(`${card}/screens/reader.yaml`) ?? "",
          "{ then: resume }",
          "{ to: next }",
        ),
      ],
    ]);
    const result = compileFlow(files, "library-card", ["LOCAL"], { checks: "none" });
    const [variant] = result.ok ? result.flow.variants : [];
    if (!result.ok || variant === undefined) throw new Error(JSON.stringify(result));
    const compiled = result.flow.variant(variant);
    const descriptions = ruleDescriptionsOf(files, "library-card");
    const { arrows, phases } = flowPicture(compiled, {
      descriptions,
      words: { "actions.submit.label": "Go on" },
    });
    const targets = (from: string) =>
      arrows.filter((arrow) => arrow.from === from && !arrow.back).map(({ to }) => to);

    it("leads to each of them, and past both", () => {
      expect(targets("here")).not.toContain("away");
      expect(targets("reader")).toEqual(expect.arrayContaining(["here", "away"]));
    });

    it("has a main way that takes one of them and goes on", () => {
      const main = arrows.filter((arrow) => arrow.main).map(({ from, to }) => `${from} ${to}`);
      expect(main).not.toContain("away here");
      expect(main).toEqual(expect.arrayContaining(["reader here", "here confirm"]));
    });

    it("lacks a screen that the variant always skips", () => {
      const names = phases.flatMap(({ screens }) => screens.map(({ name }) => name));
      expect(names).toContain("here");
      expect(names).not.toContain("town");
    });

    it("names a button without words of its own by the renderer's", () => {
      const ways = arrows.flatMap((arrow) => (arrow.from === "here" ? arrow.ways : []));
      expect(ways).toContain("“Go on”");
    });
  });

  it("follows a journey, waiting on a screen counted once", () => {
    const { picture } = drawn("library-card", ["start", "reader", "reader", "confirm"]);
    expect(
      picture.phases
        .flatMap(({ screens }) => screens)
        .flatMap(({ name, steps }) => steps.map((step) => `${step} ${name}`))
        .toSorted(),
    ).toEqual(["1 start", "2 reader", "3 confirm"]);
    expect(
      picture.arrows.flatMap(({ from, to, followed }) => (followed ? [`${from} ${to}`] : [])),
    ).toEqual(["reader confirm", "start reader"]);
  });

  it("puts screens of no phase below the others", () => {
    const without = new Map([
      ...sources,
      [
        "flows/library-card/flow.yaml",
        mustReplace(
          sources.get("flows/library-card/flow.yaml"),
          ", screens: [start, lost] }",
          ", screens: [start] }",
        ),
      ],
    ]);
    const result = compileFlow(without, "library-card", ["LOCAL"]);
    const [variant] = result.ok ? result.flow.variants : [];
    if (!result.ok || variant === undefined) throw new Error("the flow is broken");
    const { phases } = flowPicture(result.flow.variant(variant), {
      descriptions: ruleDescriptionsOf(without, "library-card"),
    });
    expect(phases.at(-1)).toMatchObject({
      description: "Other screens",
      screens: [{ name: "lost" }],
    });
  });
});

it("a phase that names a screen that is not there is refused, with its place", () => {
  const path = "flows/library-card/flow.yaml";
  const result = compileFlow(
    new Map([
      ...sources,
      [path, mustReplace(sources.get(path), "[reader], section", "[raeder], section")],
    ]),
    "library-card",
    ["LOCAL"],
  );
  expect(
    result.ok
      ? []
      : result.problems.map(({ code, file, suggestion }) => ({ code, file, suggestion })),
  ).toContainEqual({
    code: "FLOW-NAME",
    file: path,
    suggestion: "reader",
  });
});

it("mermaid() draws phases as frames, sentences on arrows, and the way that was gone in bold", () => {
  const { picture, screens } = drawn("library-card", ["start", "reader"]);
  const lines = mermaid("library-card 1", picture).split("\n");
  for (const screen of screens)
    expect([screen, lines.filter((line) => line.includes(`<br/>${screen}<br/>`)).length]).toEqual([
      screen,
      1,
    ]);
  expect(lines).toContain('  subgraph phase_s_consent["Asked for more: a parent"]');
  expect(lines).toContain("  style phase_s_consent stroke-dasharray:6 4");
  expect(lines).toContain("  class s_start,s_reader met");
  const arrows = lines.filter((line) => /" (?:-->|\.->) /.test(line));
  const [bold] = /linkStyle (\d+) /.exec(lines.join("\n"))?.slice(1) ?? [];
  expect(arrows[Number(bold)]).toMatch(/^ {2}s_start -- "“Apply”.*" --> s_reader$/);
});

describe("svg()", () => {
  it.each(["library-card", "merchant-signup"])(
    "draws all of %s as text that can be read, with a title and a description",
    (id) => {
      const { picture } = drawn(id, undefined, id === "library-card");
      const drawing = svg(`${id} · US`, picture);
      expect(XMLValidator.validate(drawing)).toBe(true);
      expect(drawing).toMatch(
        /<title id="title">.* · US<\/title>\n<desc id="desc">\d+ screens in \d+ phases/,
      );
      expect(drawing).toContain("prefers-color-scheme: dark");
      // It needs nothing from anywhere.
      expect(drawing.replace("http://www.w3.org/2000/svg", "")).not.toMatch(
        /https?:|url\((?!#)|<script|<image|@import/,
      );
      const text = textOf(drawing);
      for (const { description, screens } of picture.phases)
        for (const wanted of [description, ...screens.map(({ name }) => name)])
          expect(
            text.some((each) => each.includes(wanted)),
            wanted,
          ).toBe(true);
      for (const { screens } of picture.phases) {
        const own = new Set(screens.map(({ name }) => name));
        for (const { from, to, ways } of picture.arrows)
          if (own.has(from) && own.has(to))
            for (const way of ways)
              expect(
                text.some((each) => each.includes(way)),
                `${from} ${to}`,
              ).toBe(true);
      }
    },
  );

  it("numbers a journey's steps, and labels screens that no fixture visits", () => {
    const { picture } = drawn("library-card", ["start", "reader", "confirm", "done"], true);
    const text = textOf(svg("library-card", picture));
    for (const step of ["1", "2", "3", "4"]) expect(text).toContain(step);
    const missed = {
      ...picture,
      phases: picture.phases.map((phase) => ({
        ...phase,
        screens: phase.screens.map((screen) => ({ ...screen, played: screen.name !== "lost" })),
      })),
    };
    expect(
      textOf(svg("library-card", missed)).filter((each) => each === "no fixture comes by"),
    ).toHaveLength(1);
  });
});

it("wrapText() keeps to its lines, and cuts a text that does not fit", () => {
  expect(wrapText("Who else owns the business?", 12, 3)).toEqual([
    "Who else",
    "owns the",
    "business?",
  ]);
  expect(wrapText("Who else owns the business?", 12, 2)).toEqual(["Who else", "owns the…"]);
  expect(wrapText("incomprehensibilities", 8, 2)).toEqual(["incompr…"]);
});

describe("svg() of a phase that would be too wide", () => {
  it("is drawn from top to bottom, so that the picture fits a screen", () => {
    const { picture } = drawn("merchant-signup");
    const width = Number(/viewBox="0 0 ([\d.]+)/.exec(svg("merchant-signup", picture))?.[1]);
    expect(width).toBeLessThan(1450);
  });
});

describe("flowGraph() of a way to the page where answers are looked over", async () => {
  const clinic = await readSources(CLINIC, PROJECT);
  const POSTCODE = "flows/clinic/screens/postcode.yaml";
  const SERVED = "set: { home.served: inside }";
  const leadsToCheck = (set: string) => {
    const edited = new Map(clinic).set(POSTCODE, mustReplace(clinic.get(POSTCODE), SERVED, set));
    const result = compileFlow(edited, "clinic", ["LOCAL"]);
    const [variant] = result.ok ? result.flow.variants : [];
    if (!result.ok || variant === undefined) throw new Error("the flow is broken");
    const compiled = result.flow.variant(variant);
    const { edges } = flowGraph(compiled, {
      descriptions: ruleDescriptionsOf(edited, "clinic"),
      every: true,
    });
    return edges.some(({ from, to }) => from === "postcode" && to === "check");
  };

  it("draws it where all screens before may be done", () => {
    expect(leadsToCheck(SERVED)).toBe(true);
  });

  it("leaves it out where a row undoes one of them", () => {
    expect(leadsToCheck("set: { home.served: inside, email.confirmed: null }")).toBe(false);
  });
});
