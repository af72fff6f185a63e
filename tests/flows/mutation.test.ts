import { describe, expect, it } from "vitest";
import { baselineOf, isCaught, checkMutation } from "../mutation/check-mutation.ts";
import { KINDS, mutationsOf } from "../mutation/mutations.ts";
import { editableSources } from "../definitions.ts";

/** A part of `npx tsx tests/mutation/mutate.ts`, which breaks all flows in all ways. */
describe.each([["library-card", await editableSources]] as const)(
  "a broken %s",
  (flow, sources) => {
    const mutations = mutationsOf(sources, flow, 1);

    it("is broken in more than thirty ways", () => {
      expect(new Set(mutations.map(({ kind }) => kind)).size).toBeGreaterThan(30);
      expect(Object.keys(KINDS).length).toBeGreaterThan(50);
    });

    it("is noticed by the check or by a fixture", () => {
      const baseline = baselineOf(sources, flow);
      // Rows of which never both hold mean the same in either order.
      const escaped = mutations
        .filter(({ kind }) => kind !== "swapped rows")
        .filter((mutation) => !isCaught(checkMutation(sources, flow, mutation, baseline)));
      expect(escaped.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([]);
    });
  },
);
