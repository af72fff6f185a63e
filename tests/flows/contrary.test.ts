import { expect, it } from "vitest";
import { contraryLines, replayContrary } from "../../server/cli/replay/replay-contrary.ts";
import { shippedLibrary } from "../definitions.ts";

/** `npx foyer replay --contrary` runs all of them. */
const SAMPLE = 2000;

it("the shipped flows withstand any answer of a service, in a sample of their calls", async () => {
  const lines = [...(await shippedLibrary()).flows.values()].flatMap((flow) =>
    contraryLines(replayContrary(flow, flow.fixtures, { sample: SAMPLE, seed: "1" })),
  );
  expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([]);
}, 120_000);
