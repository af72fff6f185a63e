import { expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { setAt } from "../../../../edit-yaml.ts";

const FLOW = "flows/library-card/flow.yaml";
const LOST = "flows/library-card/screens/lost.yaml";

it.each([
  [
    FLOW,
    "unknownPath",
    "consent",
    '"consent" is shown at any unknown address, also without an application, and it is part of "application"',
  ],
  [
    LOST,
    "path",
    "/{applicationId}/lost",
    '"lost" is shown at any unknown address, also without an application, and its path has {applicationId}',
  ],
])(
  "checkExits() names a page of unknown addresses that needs an application: %s",
  async (file, place, value, message) => {
    const text = (await shippedSources).get(file);
    const told = await cardProblems({ [file]: setAt(text, place, value) });
    expect(
      told.filter(({ code }) => code === "FLOW-UNKNOWN-PATH").map((each) => each.message),
    ).toEqual([message]);
  },
);
