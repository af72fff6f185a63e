import { describe, expect, it } from "vitest";
import { readOptions } from "../../../server/cli/options.ts";

const read = (...args: readonly string[]) =>
  readOptions(args, "draw [--flow FLOW] [--out FILE] [--watch] [--json]");

describe("readOptions()", () => {
  it("reads values after a space and after =, flags, and the rest in order", () => {
    expect(read("one", "--flow", "card", "--out=a=b.csv", "--watch", "two")).toEqual({
      options: { flow: "card", out: "a=b.csv" },
      flags: { watch: true },
      rest: ["one", "two"],
    });
  });

  it("takes the last of an option that is given twice, and an empty value", () => {
    expect(read("--flow", "a", "--flow", "b", "--out=")).toEqual({
      options: { flow: "b", out: "" },
      flags: { watch: false },
      rest: [],
    });
  });

  it("takes a value that begins with dashes", () => {
    expect(read("--out", "--x.csv").options).toEqual({ out: "--x.csv" });
  });

  it("takes everything after -- as it is", () => {
    expect(read("--", "--flow").rest).toEqual(["--flow"]);
  });

  it("takes several values of an option that may stand several times", () => {
    const { options } = readOptions(["--axis", "a=1", "--axis=b=2"], "draw [--axis NAME=VALUE]…");
    expect(options).toEqual({ axis: "a=1,b=2" });
  });

  it.each([
    [["--flwo", "card"], "there is no option --flwo; did you mean --flow?"],
    [["--wacth"], "there is no option --wacth; did you mean --watch?"],
    [["--elsewhere"], "there is no option --elsewhere; there are --flow, --out, --watch"],
    [["-f", "card"], "there is no option -f; there are --flow, --out, --watch"],
    [["--flow"], "--flow needs a value"],
    [["--watch=yes"], "--watch takes no value"],
  ])("refuses %j", (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  it("names the options that every command has", () => {
    expect(() => readOptions(["--fast"], "draw [--json]")).toThrow(
      "there is no option --fast; there are --json and --help",
    );
  });
});
