import { asObject } from "../language/json.ts";
import type { RenderContext } from "./render-context.ts";
import type { ScreenView } from "./view.ts";

/**
 * The signed-in person, for the header of each page. A visitor with a role in another person's
 * application sees whose part it is instead.
 */
export function renderAccount({ flow, facts }: RenderContext): Pick<ScreenView, "account"> {
  const { role, visitor } = facts;
  if (typeof role === "string") {
    const of = flow.roles.get(role)?.for?.evaluate(facts);
    return typeof of === "string" && of.trim() !== ""
      ? { account: { kind: "part", of: of.trim() } }
      : {};
  }
  const { name, email } = asObject(visitor);
  const shown = [name, email].filter(
    (text): text is string => typeof text === "string" && text !== "",
  );
  const [first, second] = shown;
  return first === undefined ? {} : { account: { kind: "own", name: first, email: second } };
}
