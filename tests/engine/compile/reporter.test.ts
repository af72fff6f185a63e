import { describe, expect, it } from "vitest";
import { Reporter } from "../../../engine/compile/reporter.ts";
import { SourcePlaces } from "../../../engine/compile/source-places.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";

const FILE = "flows/x/guards.yaml";
const document = readYaml(
  FILE,
  "young: { '<': [{ var: age }, 18] }\nold: { '>': [{ var: age }, 99] }\n",
);

function reporter(distanceOf: (pointer: string) => 0 | 1 | 2 = () => 0): Reporter {
  const lineage = {
    sourceOf: (pointer: string) => pointer.replace("/derived", "/guards"),
    distanceOf,
  };
  return new Reporter(new SourcePlaces([{ at: "/guards", document, from: "" }], lineage));
}

describe("Reporter", () => {
  it("places a problem at the line that wrote its value", () => {
    const own = reporter();
    own.at("/guards/old", { code: "FLOW-NAME", message: "There is no age" });
    expect(own.problems).toMatchObject([{ file: FILE, line: 2, severity: "error" }]);
  });

  it("reports a mistake only where it was written, not in the parts made from it", () => {
    const own = reporter((pointer) => (pointer.startsWith("/derived") ? 2 : 0));
    for (const pointer of ["/derived/young", "/guards/old", "/derived/old"])
      own.at(pointer, { code: "FLOW-NAME", message: "There is no age" });
    expect(own.problems.map(({ line }) => line)).toEqual([2]);
  });

  it("findsTheSame() while no lookup of a recording would end otherwise", () => {
    const own = reporter();
    const codes = own.recorded(() => void own.has("FLOW-NAME"));
    const errors = own.recorded(() => void own.errorPointers());
    const neither = own.recorded(() => undefined);
    own.at("/guards/old", { code: "FLOW-WORD", message: "An odd word", severity: "warning" });
    expect([codes, errors, neither].map((each) => own.findsTheSame(each))).toEqual([
      true,
      true,
      true,
    ]);
    own.at("/guards/old", { code: "FLOW-SET", message: "No place" });
    expect([codes, errors, neither].map((each) => own.findsTheSame(each))).toEqual([
      true,
      false,
      true,
    ]);
    own.at("/guards/young", { code: "FLOW-NAME", message: "There is no age" });
    expect([codes, errors, neither].map((each) => own.findsTheSame(each))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe("SourcePlaces.copyFile()", () => {
  const text = readYaml("content/x/en-US/mail.yaml", "welcome: { subject: Hello }\n");

  it("names a file of its own for a mail, as for a screen", () => {
    const files = ["mail.welcome.subject", "screens.start.title", "links.terms.label"].map((key) =>
      new SourcePlaces([]).copyFile(key, ["en-US"], "x"),
    );
    expect(files).toEqual([
      "content/x/<locale>/mail/welcome.yaml",
      "content/x/<locale>/screens/start.yaml",
      "content/x/<locale>/links.yaml",
    ]);
  });

  it("names the file that has the text's neighbours", () => {
    const places = new SourcePlaces([{ at: "/copy/en-US/mail", document: text, from: "" }]);
    expect(places.copyFile("mail.later.subject", ["en-US"], "x")).toBe(
      "content/x/<locale>/mail.yaml",
    );
  });
});
