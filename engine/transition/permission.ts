import type { Facts } from "./facts.ts";
import type { CompiledRole, CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";

/** The permissions of one visitor. */
export interface Permission {
  /** The role that grants them; undefined where a flow has no role for applicants. */
  readonly role: string | undefined;
  /** Path parameters that are fixed for the visitor. */
  readonly params: Readonly<Record<string, string>>;
  opens(screen: CompiledScreen, params: Readonly<Record<string, string>>): boolean;
  does(screen: CompiledScreen, action: string): boolean;
}

/**
 * The permissions of a visitor, by the role of their link, or the applicants' role.
 *
 * A role permits only the screens and actions it lists, and an unknown role nothing. In a flow
 * without a role for applicants, they may do all that the screens allow.
 */
export function permissionOf(flow: CompiledVariant, facts: Facts): Permission {
  const given = facts["role"];
  if (typeof given === "string") {
    const role = flow.roles.get(given);
    return role === undefined || role.own !== undefined
      ? { role: given, params: {}, opens: () => false, does: () => false }
      : permissionBy(role, facts["actor"]);
  }
  const own = [...flow.roles.values()].find((role) => role.own?.test(facts) ?? false);
  return own === undefined
    ? { role: undefined, params: {}, opens: () => true, does: () => true }
    : permissionBy(own, null);
}

/**
 * The role of a signed-in visitor in another person's application; undefined when the flow has none
 * for them.
 */
export function roleOfPerson(flow: CompiledVariant, facts: Facts): CompiledRole | undefined {
  return [...flow.roles.values()].find((role) => role.people?.test(facts) ?? false);
}

function permissionBy(
  { id, definition: { resource }, screens }: CompiledRole,
  actor: Facts[string] | undefined,
): Permission {
  return {
    role: id,
    params: resource === undefined || typeof actor !== "string" ? {} : { [resource]: actor },
    opens: (screen, params) =>
      screens.has(screen.id) &&
      (resource === undefined ||
        !screen.pattern.parameters.includes(resource) ||
        (typeof actor === "string" && params[resource] === actor)),
    // Opening a screen includes the action that loads it.
    does: (screen, action) =>
      screens.get(screen.id)?.has(action) === true ||
      (screens.has(screen.id) && action === screen.definition.load),
  };
}
