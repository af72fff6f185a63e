import { expect, it } from "vitest";
import {
  renameAsked,
  renameLinkMembers,
  renameWaits,
} from "../../../../engine/tools/migrate/rename-members.ts";

it("renameLinkMembers() renames thing of a link that grants a role, and no other thing", () => {
  const text =
    "calls:\n  ask:\n    body:\n      thing: one\n      # Whose page it is.\n      link: { grant: helper, thing: { var: item.id }, path: / }\n";
  const made = text.replace("helper, thing:", "helper, resource:");
  expect(renameLinkMembers(text)).toBe(made);
  expect(renameLinkMembers(made)).toBe(made);
});

it("renameWaits() writes a wait in words", () => {
  expect(renameWaits("steps:\n  - { open: /a, waitMs: 90000 } # later\n")).toBe(
    "steps:\n  - { open: /a, wait: 90 seconds } # later\n",
  );
  expect(renameWaits("steps:\n  - waitMs: 604800000\n    open: /a\n")).toBe(
    "steps:\n  - wait: 1 week\n    open: /a\n",
  );
});

it("renameAsked() follows the tables that worked examples ask", () => {
  const renamed = new Map([["after-tax", "tax/submit"]]);
  expect(renameAsked("route: { ask: after-tax, at: tax }\nnote: after-tax\n", renamed)).toBe(
    "route: { ask: tax/submit, at: tax }\nnote: after-tax\n",
  );
});
