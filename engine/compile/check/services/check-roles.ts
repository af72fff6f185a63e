import { childPointer } from "../../../source/json-pointer.ts";
import type { Reporter } from "../../reporter.ts";
import type { CheckContext } from "../run/check-context.ts";
import { asList, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import type { RoleDefinition } from "../../../language/roles.ts";
import { closest } from "../../../source/closest.ts";
import { presentWord } from "../../../language/renamed-words.ts";
import { actionNames, matchesName } from "../../compile-roles.ts";
import { contentOf, type DefinitionFile } from "../../flow-sources.ts";

/** Members of a link that grants a role. A link needs all of them. */
const LINK_MEMBERS = ["path", "grant", "resource", "lifetimeMs"];

/** Parts of the definition tree in which rules may ask for the role. */
const RULED = [
  "guards",
  "values",
  "screens",
  "tables",
  "calls",
  "flow",
  "forms",
  "events",
] as const;

/**
 * Reports roles that name screens, actions or parameters which the flow does not have, and
 * references to roles that do not exist.
 */
export function checkRoles({ flow, tree, reporter }: CheckContext): void {
  for (const [id, { definition }] of flow.roles) {
    const at = `/roles/${id}/screens`;
    if (isGuest(definition) && definition.screens["*"]?.includes("*") === true)
      reporter.at(`${at}/*`, {
        code: "FLOW-ROLE-ALL",
        severity: "warning",
        message: `A person with a link to the role "${id}" may see every page of the application and do everything there`,
        suggestion: "the screens of the role alone, each with its actions",
      });
    for (const [pattern, actions] of Object.entries(definition.screens)) {
      const fits = matchesName(pattern);
      const meant = [...flow.screens.values()].filter((screen) => fits(screen.id));
      if (meant.length === 0)
        reporter.unknownName(`${at}/${pattern}`, {
          kind: "screen",
          name: pattern,
          known: flow.screens.keys(),
        });
      const known = [...new Set(meant.flatMap(actionNames))];
      for (const [index, action] of actions.entries()) {
        // A pattern over screens of which none does anything says nothing wrong.
        if (meant.length > 0 && action !== "*" && !known.some(matchesName(action)))
          reporter.unknownName(`${at}/${pattern}/${index}`, {
            kind: "action",
            name: action,
            known,
          });
      }
    }
    const { resource } = definition;
    const parameters = [
      ...new Set([...flow.screens.values()].flatMap(({ pattern }) => pattern.parameters)),
    ];
    if (resource !== undefined && !parameters.includes(resource))
      reporter.unknownName(`/roles/${id}/resource`, {
        kind: "path parameter",
        name: resource,
        known: parameters,
      });
  }
  for (const call of flow.calls.values()) {
    for (const { pointer, grant, members = [] } of call.links) {
      if (grant === undefined) continue;
      const link = `/calls/${call.id}/body${pointer.map((segment) => `/${segment}`).join("")}`;
      checkLink(link, members, reporter);
      const where = `${link}/grant`;
      const role = flow.roles.get(grant);
      if (role === undefined)
        reporter.unknownName(where, { kind: "role", name: grant, known: flow.roles.keys() });
      else if (role.definition.own !== undefined)
        reporter.at(where, {
          code: "FLOW-ROLE-OWN",
          message: `A link cannot give the role "${grant}": it is one of people in their own application`,
        });
      else if (role.definition.people !== undefined)
        reporter.at(where, {
          code: "FLOW-ROLE-PEOPLE",
          message: `A link cannot give the role "${grant}": it is one of people who are known by signing in`,
        });
    }
  }
  for (const part of RULED) {
    for (const { name, pointer } of rolesAskedFor(tree[part] ?? null, `/${part}`))
      if (!flow.roles.has(name))
        reporter.unknownName(pointer, { kind: "role", name, known: flow.roles.keys() });
  }
}

/** Whether a role is one that links give: neither of the applicant nor of people who sign in. */
function isGuest({ own, people }: RoleDefinition): boolean {
  return own === undefined && people === undefined;
}

/**
 * Reports unknown and missing members of a link that grants a role. A link that lacks one admits no
 * one.
 */
function checkLink(link: string, members: readonly string[], reporter: Reporter): void {
  for (const name of members)
    if (!LINK_MEMBERS.includes(name)) {
      const renamed = presentWord(name, LINK_MEMBERS);
      reporter.at(`${link}/${name}`, {
        code: "FLOW-NAME",
        message:
          renamed === undefined
            ? `There is no member "${name}" of a link`
            : `"${name}" of a link is called "${renamed}" now`,
        about: [name],
        suggestion: renamed ?? closest(name, LINK_MEMBERS) ?? `one of ${LINK_MEMBERS.join(", ")}`,
      });
    }
  const missing = LINK_MEMBERS.filter((name) => !members.includes(name));
  if (missing.length > 0)
    reporter.at(link, {
      code: "FLOW-NAME",
      message: `A link that grants a role lets nobody in without ${missing.join(" and ")}`,
    });
}

/** Reports roles that fixtures play and the flow does not have. */
export function checkFixtureRoles(files: readonly DefinitionFile[]): DefinitionProblem[] {
  const roles = files
    .filter(({ kind }) => kind === "roles")
    .flatMap((file) => Object.keys((contentOf(file)["roles"] as JsonObject | undefined) ?? {}));
  return files
    .filter(({ kind }) => kind === "fixture")
    .flatMap(({ document }) => {
      const steps =
        (
          document.value as {
            readonly steps?: readonly { readonly actor?: { readonly role: string } }[];
          }
        ).steps ?? [];
      return steps.flatMap(({ actor }, index): DefinitionProblem[] => {
        if (actor === undefined || roles.includes(actor.role)) return [];
        const suggestion = closest(actor.role, roles);
        return [
          {
            code: "FLOW-NAME",
            severity: "error",
            message: `There is no role "${actor.role}"`,
            about: [actor.role],
            file: document.path,
            ...document.locate(`/steps/${index}/actor/role`),
            suggestion,
          },
        ];
      });
    });
}

/** The texts that rules compare the role with, and where. */
function rolesAskedFor(
  value: Json,
  pointer: string,
): { readonly name: string; readonly pointer: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const parts = Object.entries(value as JsonObject);
  return parts.flatMap(([key, part]) => {
    const at = childPointer(pointer, key);
    const compared =
      ["===", "!==", "==", "!=", "in"].includes(key) && Array.isArray(part) && part.some(isRole);
    return compared
      ? (part as readonly Json[]).flatMap((operand, index) => textsIn(operand, `${at}/${index}`))
      : rolesAskedFor(part, at);
  });
}

function isRole(operand: Json): boolean {
  return isObject(operand) && operand["var"] === "role";
}

function textsIn(
  operand: Json,
  pointer: string,
): { readonly name: string; readonly pointer: string }[] {
  if (typeof operand === "string") return [{ name: operand, pointer }];
  return asList(operand).flatMap((each: Json, index) => textsIn(each, `${pointer}/${index}`));
}
