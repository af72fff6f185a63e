import { getExampleNumber, type CountryCode } from "libphonenumber-js/max";
import examples from "libphonenumber-js/examples.mobile.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { compileFlow, versionOf } from "../../../engine/compile/compile-flow.ts";
import { sourcesOfFlow } from "../../../engine/compile/flow-sources.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { HOUSEHOLD, PROJECT } from "../../definitions.ts";

const shipped = await readSources(HOUSEHOLD, PROJECT);
const MEMBER = "schemas/household/forms/member.yaml";

/** The flow whose members are asked for patterns, by field. */
function asking(fields: Readonly<Record<string, string>>) {
  const names = Object.keys(fields);
  const form = `type: object
required: []
x-order: [${names.join(", ")}]
properties:
${names.map((name) => `  ${name}: ${fields[name] ?? ""}`).join("\n")}
`;
  const groups = names.filter((name) => fields[name]?.endsWith("/address }"));
  const words = `title: "Member"
fields: { ${groups.map((name) => `${name}: { title: "Address" }`).join(", ")} }
`;
  const kept = names.map((name) => `${name}: {${groups.includes(name) ? " type: object" : ""} }`);
  const state = `type: object
properties:
  application: { type: object, properties: { id: { type: string }, sent: { type: boolean } } }
  household:
    type: object
    properties:
      told: { type: boolean }
      addresses: { type: array, x-pii: personal, items: { type: object, properties: { id: {}, street: {}, town: {} } } }
      members: { type: array, x-pii: personal, items: { type: object, properties: { id: {}, firstName: {}, lastName: {}, born: {}, ${kept.join(", ")} } } }
  office: { type: object, properties: { place: {}, list: { type: array, items: {} } } }
`;
  const sources = new Map([...shipped, [MEMBER, form], ["schemas/household/state.yaml", state]]);
  for (const locale of ["en-US", "fr-CA"])
    sources.set(`content/household/${locale}/screens/member.yaml`, words);
  return { sources, result: compileFlow(sources, "household", ["LOCAL"]) };
}

const ALL = asking({
  usPhone: "{ use: us/phone }",
  caPhone: "{ use: ca/phone }",
  gbPhone: "{ use: gb/phone }",
  zip: "{ use: us/zip }",
  postalCode: "{ use: ca/postalCode }",
  postcode: "{ use: gb/address.postcode }",
  usDay: "{ use: us/date }",
  caDay: "{ use: ca/date }",
  gbDay: "{ use: gb/date }",
  money: "{ use: common/money }",
  sure: "{ use: common/yes-no, x-words: patterns.common.money }",
  email: "{ use: common/email }",
  home: "{ use: ca/address }",
});

it("a mistake about a part of a pattern stands once, where the author's form uses it", () => {
  const sources = new Map(asking({ home: "{ use: ca/address }" }).sources);
  for (const locale of ["en-US", "fr-CA"])
    sources.set(`content/household/${locale}/screens/member.yaml`, 'title: "Member"\n');
  const result = compileFlow(sources, "household", ["LOCAL"]);
  const places = (result.ok ? [] : result.problems)
    .filter(({ code }) => code === "FLOW-COPY-MISSING")
    .map(({ file, line }) => [file, line]);
  expect(places).toEqual([[MEMBER, 5]]);
});

function compiled() {
  const { result } = ALL;
  if (!result.ok)
    throw new Error(
      result.problems
        .filter(({ severity }) => severity === "error")
        .map(({ message, file, line }) => `${file}:${line} ${message}`)
        .join("\n"),
    );
  return result.flow.variant({ market: "CA", environment: "LOCAL" });
}

/** What is kept of an answer; undefined where it is refused. */
function kept(field: string, typed: string): unknown {
  const form = compiled().forms.get("member")?.compiled;
  const data = form?.normalize({ [field]: typed }) ?? {};
  const valid = form?.validate(data, { today: "2026-06-15", facts: {} });
  return valid?.problems.some(({ pointer }) => pointer === `/${field}`)
    ? undefined
    : valid?.data[field];
}

describe("patterns that ship", () => {
  it.each([
    ["JPY", "¥1,250", "1250"],
    ["JPY", "12.50", undefined],
    ["KWD", "1.250", "1.250"],
    ["KWD", "2,5", "2.500"],
    ["KWD", "1,250", undefined],
    ["CAD", "1.250", "1250"],
  ])("money in %s keeps %s as %s", (currency, typed, amount) => {
    const { sources } = asking({ money: "{ use: common/money }" });
    const path = "flows/household/flow.yaml";
    const flow = sources.get(path)?.replace("currency: CAD", `currency: ${currency}`) ?? "";
    const result = compileFlow(new Map([...sources, [path, flow]]), "household", ["LOCAL"]);
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const form = result.flow.variant({ market: "CA", environment: "LOCAL" }).forms.get("member");
    const given = { today: "2026-06-15", facts: {} };
    const { data, problems } = form?.compiled.validate({ money: typed }, given) ?? {};
    expect(problems?.length === 0 ? data?.["money"] : undefined).toBe(amount);
  });

  it.each([
    ["usPhone", "US"],
    ["caPhone", "CA"],
    ["gbPhone", "GB"],
  ] as const)(
    "%s takes the library's example of %s in every writing, and no other country's",
    (field, country) => {
      const example = (of: CountryCode) => getExampleNumber(of, examples);
      const own = example(country);
      const plain = own?.formatNational().replaceAll(/\D/g, "");
      expect(kept(field, own?.formatNational() ?? "")).toBe(plain);
      expect(kept(field, own?.formatInternational() ?? "")).toBe(plain);
      expect(kept(field, own?.number ?? "")).toBe(plain);
      for (const other of (["US", "CA", "GB", "FR"] as const).filter((each) => each !== country))
        expect(kept(field, example(other)?.number ?? "")).toBeUndefined();
    },
  );

  // Examples of CLDR's postal code data and of the postal services.
  it.each([
    ["zip", "95014", "95014"],
    ["zip", "22162-1010", "22162-1010"],
    ["zip", "9501", undefined],
    ["postalCode", "h3z2y7", "H3Z 2Y7"],
    ["postalCode", "V8X 3X4", "V8X 3X4"],
    ["postalCode", "D0A 1A1", undefined],
    ["postcode", "ec1y8sy", "EC1Y 8SY"],
    ["postcode", "M2 5BQ", "M2 5BQ"],
    ["postcode", "GIR 0AA", "GIR 0AA"],
    ["postcode", "W1A0AX", "W1A 0AX"],
    ["postcode", "Q1 1AA", undefined],
    ["usDay", "02/28/2024", "2024-02-28"],
    ["usDay", "28/02/2024", undefined],
    ["gbDay", "28/02/2024", "2024-02-28"],
    ["gbDay", "02/28/2024", undefined],
    ["caDay", "2024-02-28", "2024-02-28"],
    ["caDay", "2023-02-29", undefined],
    ["money", "$1,250.00", "1250.00"],
    ["money", "1 250,5 $", "1250.50"],
    ["money", "1,250", "1250"],
    ["money", "£0.99", "0.99"],
    ["money", "twelve", undefined],
    ["sure", "yes", "yes"],
    ["sure", "maybe", undefined],
  ])("%s reads %j as %j", (field, typed, value) => {
    expect(kept(field, typed)).toBe(value);
  });

  it("have words in the flow's locales", () => {
    const flow = compiled();
    const said = (locale: string, key: string) => flow.copy(locale).text(`patterns.${key}`);
    expect(said("fr-CA", "ca.provinces.QC")).toBe("Québec");
    expect(said("en-CA", "ca.postalCode.label")).toBe("Postal code");
    expect(said("en-US", "us.zip.label")).toBe("ZIP code");
  });

  it("belong to the version of a flow that uses them", () => {
    const own = (sources: ReadonlyMap<string, string>) =>
      [...sourcesOfFlow(sources, "household").keys()].filter((path) => path.includes("patterns"));
    expect(own(shipped)).toEqual([]);
    expect(own(ALL.sources)).toContain("schemas/patterns/gb.yaml");
    const edited = new Map([...ALL.sources, ["schemas/patterns/gb.yaml", "fields: {}\n"]]);
    expect(versionOf(edited, "household")).not.toBe(versionOf(ALL.sources, "household"));
  });

  it("are suggested where a name is mistyped", () => {
    const { result } = asking({ phone: "{ use: us/fone }" });
    const problem = result.ok ? undefined : result.problems[0];
    expect([problem?.code, problem?.suggestion, problem?.line]).toEqual([
      "FLOW-FIELD-USE",
      "us/phone",
      5,
    ]);
  });
});
