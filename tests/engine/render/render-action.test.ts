import { describe, expect, it } from "vitest";
import { renderActions, withOneMain } from "../../../engine/render/render-action.ts";
import { itemFacts } from "../../../engine/render/render-context.ts";
import { drawingOf } from "./drawing.ts";

describe("renderActions()", () => {
  const people = { people: [{ id: "p1", name: "Ada", tools: [], state: "invited" }] };

  it("draws the actions whose rule holds, in their order, with their words", () => {
    const context = drawingOf("people", people);
    expect(renderActions(context.screen.actions, context)).toEqual([
      {
        id: "empty",
        label: "Remove everybody",
        style: "danger",
        submitsForm: false,
        confirm: {
          title: "Remove everybody?",
          text: "Only you can fetch tools then.",
          yes: "Remove all",
          no: "Keep them",
        },
      },
      { id: "back", label: "Back", style: "back", submitsForm: false },
    ]);
    const empty = drawingOf("people", { people: [] });
    expect(renderActions(empty.screen.actions, empty).map(({ id }) => id)).toEqual(["back"]);
  });

  it("leaves out what the visitor may not do", () => {
    const context = drawingOf("people", people);
    const permission = { ...context.permission, does: (_: unknown, id: string) => id !== "back" };
    expect(
      renderActions(context.screen.actions, { ...context, permission }).map(({ id }) => id),
    ).toEqual(["empty"]);
  });

  it("reuses an action that reads no data, and draws one of a list for its entry", () => {
    const context = drawingOf("people", people);
    const [, back] = renderActions(context.screen.actions, context);
    const [, again] = renderActions(context.screen.actions, context);
    expect(back).toBe(again);
    const facts = itemFacts(context.facts)(people.people[0] ?? null);
    const actions = context.screen.list?.actions;
    if (actions === undefined) throw new Error("the list has no actions");
    expect(
      renderActions(actions, { ...context, facts }, "p1").map(({ id, item, busy }) => [
        id,
        item,
        busy,
      ]),
    ).toEqual([
      ["remind", "p1", "Sending…"],
      ["change", "p1", undefined],
      ["remove", "p1", undefined],
    ]);
  });
});

describe("withOneMain()", () => {
  const action = (id: string, style: "primary" | "link") => ({
    id,
    label: id,
    style,
    submitsForm: false,
  });
  const styles = (actions: ReturnType<typeof withOneMain>) =>
    actions.map(({ id, style }) => `${id} ${style}`);

  it("leaves the first primary action so, and makes the others secondary", () => {
    const actions = [action("skip", "link"), action("add", "primary"), action("bank", "primary")];
    expect(styles(withOneMain(actions, new Set()))).toEqual([
      "skip link",
      "add primary",
      "bank secondary",
    ]);
  });

  it("counts the actions of dialogs apart", () => {
    const actions = [action("leave", "primary"), action("add", "primary")];
    expect(styles(withOneMain(actions, new Set(["leave"])))).toEqual([
      "leave primary",
      "add primary",
    ]);
  });
});

describe("itemFacts()", () => {
  it("gives each element in turn, and leaves the facts themselves as they are", () => {
    const facts = { a: 1 };
    const withItem = itemFacts(facts);
    expect(withItem("x")).toEqual({ a: 1, item: "x" });
    expect(withItem("y")).toEqual({ a: 1, item: "y" });
    expect(facts).toEqual({ a: 1 });
  });
});
