import type { Facts } from "./facts.ts";
import type { CompiledRole, CompiledScreen, CompiledVariant } from "../compile/compiled-variant.ts";

/** What one visitor may open and do. */
export interface Permission {
  /** Role it follows from; undefined where a flow says nothing about people in their own application. */
  readonly role: string | undefined;
  /** Path parameters that the visitor cannot choose. */
  readonly params: Readonly<Record<string, string>>;
  opens(screen: CompiledScreen, params: Readonly<Record<string, string>>): boolean;
  does(screen: CompiledScreen, action: string): boolean;
}

/**
 * What a visitor may open and do, by the role a link gave them, or the one they have in their own application.
 *
 * Whatever a role does not list is denied, and a role the flow does not know is denied everything. Only people in
 * their own application, in a flow that has no role for them, may do what the screens allow.
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

/** The role of a signed-in visitor on an application of another; undefined when the flow has none for them. */
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
    // What a screen needs done before it can be drawn is part of opening it.
    does: (screen, action) =>
      screens.get(screen.id)?.has(action) === true ||
      (screens.has(screen.id) && action === screen.definition.load),
  };
}
