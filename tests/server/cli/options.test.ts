import { describe, expect, it } from "vitest";
import { mostArguments, readOptions } from "../../../server/cli/options.ts";

const read = (...args: readonly string[]) =>
  readOptions(args, "draw [SCREEN…] [--flow FLOW] [--out FILE] [--watch] [--json]");

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

describe("mostArguments()", () => {
  it.each([
    ["reference", 0],
    ["retain [--dry-run] [--json]", 0],
    ["record ID [--out FILE] [--json]", 1],
    ["where [FLOW] PATH [--axis NAME=VALUE]… [--locale CODE] [--json]", 2],
    ["check [FLOW…] [--fix] [--steps N]", Infinity],
    ["cases FILE… [--flow FLOW]", Infinity],
    ["replay [FLOW…|FILE…] [--contrary [--sample N] [--seed TEXT]]", Infinity],
    ["erase --application ID | --person ISSUER|SUBJECT | --list | --again FILE [--json]", 0],
    ["copy export [FLOW] [--out FILE] | copy import FILE [--flow FLOW] | copy fill [FLOW]", 2],
    ["new flow ID [--locales LIST] | new overlay ID --colour #RRGGBB [--name NAME]", 2],
    [
      "explain [FLOW] [PATH] [--state FILE | --fixture NAME|FILE [--step N]] | explain FLOW --screen NAME",
      2,
    ],
  ])("of %s are %s", (usage, most) => {
    expect(mostArguments(usage)).toBe(most);
  });

  it("of a command's usage are all that readOptions() takes", () => {
    expect(() => readOptions(["card", "title", "extra"], "where [FLOW] PATH [--json]")).toThrow(
      '"extra" is one argument too many; the usage is foyer where [FLOW] PATH [--json]',
    );
  });
});
