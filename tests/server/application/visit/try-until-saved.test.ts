import { describe, expect, it } from "vitest";
import {
  MOST_ATTEMPTS,
  OVERTAKEN,
  tryUntilSaved,
} from "../../../../server/application/visit/try-until-saved.ts";

describe("tryUntilSaved()", () => {
  it("tries again until no step is faster, and says how often it tried", async () => {
    const before: number[] = [];
    const saved = await tryUntilSaved(async (attempt) => {
      before.push(attempt);
      return Promise.resolve(attempt < 2 ? OVERTAKEN : "saved");
    });
    expect({ saved, before }).toEqual({ saved: "saved", before: [0, 1, 2] });
  });

  it("gives up where other steps are always faster", async () => {
    let attempts = 0;
    const saved = await tryUntilSaved(async () => {
      attempts++;
      return Promise.resolve(OVERTAKEN);
    });
    expect({ saved, attempts }).toEqual({ saved: undefined, attempts: MOST_ATTEMPTS });
  });
});
