import { expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { cardSources } from "../../card-flow.ts";
import { editableSources } from "../../definitions.ts";
import { lineOf } from "../../edit-yaml.ts";
import { mustReplace } from "../../must-replace.ts";

const told = (sources: ReadonlyMap<string, string>) => {
  const result = compileFlow(new Map(sources), "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ severity }) => severity === "error")
    .map(({ code, file, line, suggestion }) => `${code} ${file}:${line} ${suggestion ?? ""}`);
};

it("a wrong member of the defaults of calls is told once, where it is written", async () => {
  const call = (id: string) =>
    `  ${id}: { description: d, method: POST, path: /${id}, body: { name: { var: reader.name } } }\n`;
  const sources = await cardSources({
    "flows/library-card/services.yaml":
      "services:\n  register: { description: d, sandbox: mail, baseUrlFrom: REGISTER_URL }\n",
    "flows/library-card/calls/register.yaml": `defaults: { service: registr, timeoutMs: 4000 }\ncalls:\n${call("a")}${call("b")}${call("c")}`,
  });
  expect(told(sources)).toEqual(["FLOW-NAME flows/library-card/calls/register.yaml:1 register"]);
});

it("an overlay's change of a field that the form does not have is told once, as such", async () => {
  const file = "flows/library-card/overlays/market/town.yaml";
  const shipped = await editableSources;
  const overlay = (field: string) =>
    new Map([
      ...shipped,
      [
        file,
        `overlay: market\nname: town\ndescription: d\nforms:\n  reader: { properties: { ${field}: { x-autocomplete: off } } }\n`,
      ] as const,
    ]);
  const dead = (sources: ReadonlyMap<string, string>) =>
    told(sources).filter((each) => !each.startsWith("FLOW-LAYER"));
  expect(dead(overlay("nmae"))).toEqual([`FLOW-OVERLAY-DEAD ${file}:5 name`]);
  expect(dead(overlay("name"))).toEqual([]);
});

it("a mistake of an overlay does not hide others, of the overlay or of other files", async () => {
  const file = "flows/library-card/overlays/market/town.yaml";
  const start = "flows/library-card/screens/start.yaml";
  const shipped = await editableSources;
  const overlay = `overlay: market\nname: town\ndescription: d\nforms:\n  reader: { properties: { nmae: { x-autocomplete: off }, lives: { x-input: { width: shrt } } } }\n`;
  const edited = new Map([
    ...shipped,
    [file, overlay] as const,
    [start, mustReplace(shipped.get(start), "to: reader", "to: raeder")] as const,
  ]);
  expect(told(edited).filter((each) => !each.startsWith("FLOW-LAYER"))).toEqual([
    `FLOW-OVERLAY-DEAD ${file}:5 name`,
    `FLOW-SHAPE ${file}:5 short`,
    `FLOW-NAME ${start}:${lineOf(edited.get(start) ?? "", "raeder")} reader`,
  ]);
});
