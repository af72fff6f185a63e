import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { lineOf, setAt } from "../../../../edit-yaml.ts";

const shipped = await editableSources;
const FLOW = "flows/library-card/flow.yaml";
const screenFile = (name: string) => `flows/library-card/screens/${name}.yaml`;

const CODES = [
  "FLOW-FORM-CIRCLE",
  "FLOW-ACTION-NOTHING",
  "FLOW-PATH-UNFILLED",
  "FLOW-SCREEN-UNREACHABLE",
];

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const sources = new Map([...shipped, ...Object.entries(files)]);
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => CODES.includes(code))
    .map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);
}

function withAction(screen: string, action: string, value: unknown) {
  const file = screenFile(screen);
  const text = setAt(shipped.get(file), "actions", {
    back: { style: "back", form: false, to: "reader" },
    [action]: value,
  });
  return { file, text, problems: problemsOf({ [file]: text }) };
}

describe("checkCircles()", () => {
  it("refuses a form that leads to itself", () => {
    const { file, text, problems } = withAction("consent", "submit", { to: "consent" });
    expect(problems).toEqual([
      `FLOW-FORM-CIRCLE ${file}:${lineOf(text, "submit:")} The form of the screen "consent" leads back to itself: no one gets past it`,
    ]);
  });

  it("takes a form that leads to itself beside an action that leads on", () => {
    const file = screenFile("consent");
    const text = setAt(shipped.get(file), "actions", {
      save: { keep: true, to: "consent" },
      submit: { then: "resume" },
    });
    expect(problemsOf({ [file]: text })).toEqual([]);
  });

  it("warns of an action that leads to its own screen and changes nothing", () => {
    const { file, text, problems } = withAction("confirm", "submit", {
      form: false,
      to: "confirm",
    });
    expect(problems).toEqual([
      `FLOW-ACTION-NOTHING ${file}:${lineOf(text, "to: confirm")} The action "submit" of the screen "confirm" leads back to it and changes nothing`,
    ]);
  });

  it("refuses an action to a screen whose path has an unfilled parameter", () => {
    const file = screenFile("start");
    expect(problemsOf({ [FLOW]: setAt(shipped.get(FLOW), "parameters", {}) })).toEqual([
      `FLOW-PATH-UNFILLED ${file}:${lineOf(shipped.get(file), "submit:")} The action "submit" stays where it is: nothing fills {applicationId} in the path of the screen "reader"`,
    ]);
  });
});

describe("checkTables()", () => {
  it("warns of an island: screens that only lead to one another", () => {
    const island = (name: string, to: string) =>
      `screen: ${name}\npath: /{applicationId}/${name}\nkind: information\nactions:\n  go: { form: false, to: ${to} }\n`;
    const phases = ["confirm", "done", "east", "west"];
    expect(
      problemsOf({
        [screenFile("east")]: island("east", "west"),
        [screenFile("west")]: island("west", "east"),
        [FLOW]: setAt(shipped.get(FLOW), "phases/end/screens", phases),
      }),
    ).toEqual(
      ["east", "west"].map(
        (name) =>
          `FLOW-SCREEN-UNREACHABLE ${screenFile(name)}:1 Nothing leads to the screen "${name}": no table, action or sequence names it`,
      ),
    );
  });
});
