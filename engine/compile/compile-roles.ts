import type { RoleDefinition } from "../language/roles.ts";
import type { CompiledRole } from "./compiled-variant.ts";
import type { CompiledScreen } from "./compiled-screen.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles one role: resolves its patterns to screens and actions. */
export function compileRole(
  id: string,
  definition: RoleDefinition,
  screens: ReadonlyMap<string, CompiledScreen>,
  compiler: RuleCompiler,
): CompiledRole {
  const granted = new Map<string, Set<string>>();
  for (const [pattern, actions] of Object.entries(definition.screens)) {
    const fits = matchesName(pattern);
    const granting = actions.map(matchesName);
    for (const screen of screens.values()) {
      if (!fits(screen.id)) continue;
      const known = granted.get(screen.id) ?? new Set<string>();
      granted.set(screen.id, known);
      for (const action of actionNames(screen))
        if (granting.some((grants) => grants(action))) known.add(action);
    }
  }
  const { invitation } = definition;
  const at = `/roles/${id}`;
  return {
    id,
    definition,
    own: compiler.condition(definition.own, `${at}/own`),
    people: compiler.condition(definition.people, `${at}/people`),
    for: compiler.rule(definition.for, `${at}/for`, ["text"]),
    invitation: invitation && {
      when: compiler.condition(invitation.when, `${at}/invitation/when`),
      with: compiler.templates(invitation.with, `${at}/invitation/with`),
    },
    screens: granted,
  };
}

/** Names of the actions of a screen and of its list's entries, each once. */
export function actionNames(screen: CompiledScreen): readonly string[] {
  return [...new Set([...screen.actions.keys(), ...(screen.list?.actions.keys() ?? [])])];
}

/** Returns a test of names against a pattern; `*` stands for any characters. */
export function matchesName(pattern: string): (name: string) => boolean {
  if (!pattern.includes("*")) return (name) => name === pattern;
  const parts = pattern
    .split("*")
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  const whole = new RegExp(`^${parts.join(".*")}$`);
  return (name) => whole.test(name);
}
