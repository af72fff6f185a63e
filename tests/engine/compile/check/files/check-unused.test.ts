import { expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";

/** The library card with an overlay of the environment. */
const overlaid = (member: string) =>
  cardProblems({
    "flows/library-card/overlays/environment/LOCAL.yaml": `overlay: environment\nname: LOCAL\ndescription: Development\n${member}\n`,
  });

it("UnusedCheck suggests the key that a misspelled text of an overlay probably means", async () => {
  const problems = await overlaid("copy: { en-US: { screens: { reader: { tilte: Hello } } } }");
  expect(problems.find(({ code }) => code === "FLOW-COPY-UNUSED")).toMatchObject({
    file: "flows/library-card/overlays/environment/LOCAL.yaml",
    line: 4,
    suggestion: "screens.reader.title",
  });
});

it("unknownMembers() lists the settings that there are, where an overlay names a former one", async () => {
  const problems = await overlaid("config: { adultFrom: 18 }");
  expect(problems.find(({ code }) => code === "FLOW-OVERLAY-DEAD")).toMatchObject({
    line: 4,
    suggestion: "one of dateFormat, ageOfConsent, feeMinor, support, links",
  });
});
