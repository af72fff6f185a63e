import type { Sources } from "../engine/language/sources.ts";
import { editableSources } from "./definitions.ts";
import { mustReplace, mustReplaceEach } from "./must-replace.ts";

/**
 * A flow that asks for sign-in: the library's, at /members, whose screens are for members; its
 * start screen is for everybody. Beside it the library's own, which asks nobody, the renderer's
 * words and the language's schemas.
 */
export async function membersSources(): Promise<Sources> {
  const sources = new Map<string, string>();
  for (const [path, text] of await editableSources) {
    if (/^(?:schemas\/definition|content\/shell)\/|\/library-card\//.test(path))
      sources.set(path, text);
    if (path.includes("/library-card/") && !path.includes("/fixtures/"))
      sources.set(path.replace("/library-card/", "/members/"), text);
  }
  const front = sources.get("flows/members/flow.yaml") ?? "";
  sources.set(
    "flows/members/flow.yaml",
    mustReplaceEach(front, [
      ["flow: library-card", "flow: members"],
      [
        "mount: /library-card",
        "mount: /members\nentry: entry\ncookies: { sources: [house_card], signOut: [house_card, house_name] }",
      ],
      [
        "entryParameters: {}",
        "entryParameters: { campaign: { into: application.campaign, description: Where the reader comes from }, shelf: { description: Stays in the address } }",
      ],
    ]),
  );
  const state = sources.get("schemas/members/state.yaml") ?? "";
  sources.set(
    "schemas/members/state.yaml",
    mustReplace(state, "confirmed:", "campaign: { type: string }, confirmed:"),
  );
  sources.set("flows/members/transitions/entry.yaml", ENTRY);
  return sources;
}

const ENTRY = `
table: entry
description: Members sign in before anything else
rows:
  - id: sign-in
    when: { and: [{ '!': { var: signedIn } }, { '!': { var: public } }] }
    leave: { kind: sign-in, location: /sign-in, query: { realm: idp, app: signup.payments, path: { var: requested } } }
`;
