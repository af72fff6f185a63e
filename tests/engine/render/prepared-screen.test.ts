import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { CompiledScreen } from "../../../engine/compile/compiled-screen.ts";
import { asObject, type Json } from "../../../engine/language/json.ts";
import { prepareScreen } from "../../../engine/render/prepared-screen.ts";
import { toolShareSources } from "../../definitions.ts";

const result = compileFlow(await toolShareSources, "tool-share", ["LOCAL"]);
if (!result.ok) throw new Error(JSON.stringify(result.problems));
const flow = result.flow.variant({ portal: "yard", market: "town", environment: "LOCAL" });
const copy = flow.copy("en-US");

function screenNamed(id: string) {
  const screen = flow.screens.get(id);
  if (screen === undefined) throw new Error(`there is no screen ${id}`);
  return screen;
}

describe("prepareScreen()", () => {
  const start = screenNamed("start");

  it("makes a screen once for a book of copy", () => {
    expect(prepareScreen(flow, start, copy)).toBe(prepareScreen(flow, start, copy));
    expect(prepareScreen(flow, start, { ...copy })).not.toBe(prepareScreen(flow, start, copy));
  });

  it("takes the label of a link to change an answer from the renderer's copy at hand", () => {
    const book = { ...copy };
    expect(prepareScreen(flow, start, book).change).toBe("");
    expect(prepareScreen(flow, start, book, { change: "Change" }).change).toBe("Change");
  });

  it("fills the title and the intro with the parameters of the screen, for each applicant", () => {
    const plan = { template: {}, evaluate: (facts: Json) => asObject(facts)["plan"], reads: [] };
    const named: CompiledScreen = { ...start, with: new Map([["plan", plan]]) };
    const text = (key: string, parameters: Readonly<Record<string, unknown>> = {}) =>
      `${key} ${String(parameters["plan"])}`;
    const prepared = prepareScreen(flow, named, { ...copy, text });
    const facts = (name: string) => ({ plan: name });
    expect(prepared.title(undefined, facts("maker"))).toBe("screens.start.title maker");
    expect(prepared.title("named", facts("pro"))).toBe("screens.start.titles.named pro");
    expect(prepared.intro(facts("maker"))).toBe("screens.start.intro maker");
  });

  it("has no personal value in the title of the document", () => {
    const { path: place = "" } = flow.pii.find(({ path }) => !path.includes("*")) ?? {};
    const [name, kind] = [[place], []].map((reads) => ({
      template: {},
      evaluate: (facts: Json) => asObject(facts)["name"],
      reads,
    }));
    const texts: Readonly<Record<string, string>> = {
      "screens.start.title": "Welcome",
      "screens.start.titles.named": "Welcome, {name}",
      "screens.start.titles.kind": "Your {kind}",
    };
    const text = (key: string, parameters: Readonly<Record<string, unknown>> = {}) =>
      texts[key]?.replace(/\{(\w+)\}/, (_, each: string) => String(parameters[each]));
    const titleOf = (parameter: string, titled: typeof name, of?: string) =>
      prepareScreen(
        flow,
        { ...start, with: new Map(titled === undefined ? [] : [[parameter, titled]]) },
        { ...copy, text },
      ).documentTitle(of, { name: "Kim" });
    expect(titleOf("name", name, "named")).toBe("Welcome");
    expect(titleOf("name", name)).toBeUndefined();
    expect(titleOf("kind", kind, "kind")).toBeUndefined();
  });

  it("knows the actions that stand in dialogs", () => {
    expect([...prepareScreen(flow, start, copy).inDialogs]).toEqual(["submit"]);
  });

  it("names an action as the screen does, else as the renderer does", () => {
    const named = (id: string) => {
      const action = [...start.actions.values()].find((each) => each.id === id);
      if (action === undefined) throw new Error(`there is no action ${id}`);
      const words = { "actions.submit.label": "Continue", "actions.look.label": "Look" };
      const wordless = { ...copy, text: () => undefined };
      return [copy, wordless].map(
        (book) => prepareScreen(flow, start, { ...book }, words).action(action).view.label,
      );
    };
    expect(named("submit")).toEqual(["Join", "Continue"]);
    expect(named("look")).toEqual(["Only look around", "Look"]);
  });

  it("draws a block of text once, and one with values each time", () => {
    const prepared = prepareScreen(flow, start, { ...copy });
    const block = start.blocks.find(({ definition: { kind } }) => kind === "text");
    const table = screenNamed("order").blocks.find(({ definition: { kind } }) => kind === "table");
    if (block === undefined || table === undefined) throw new Error("a block is missing");
    let drawn = 0;
    const draw = () => {
      drawn++;
      return { id: "x", place: "before" as const, kind: "text" as const, text: String(drawn) };
    };
    expect(prepared.block(block, draw)).toBe(prepared.block(block, draw));
    expect(drawn).toBe(1);
    expect(prepared.block(table, draw)).not.toBe(prepared.block(table, draw));
  });
});
