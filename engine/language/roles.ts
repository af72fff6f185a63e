import type { Rule } from "./rule.ts";

/** flows/<flow>/roles.yaml: who may open which screens, and what they may do there. */
export interface RolesDefinition {
  readonly roles: { readonly [role: string]: RoleDefinition };
}

/** One role. Whatever it does not list is denied; a flow without roles denies everything to all but those whose application it is. */
export interface RoleDefinition {
  /** Who that is, in one sentence. */
  readonly says: string;
  /** A role of people in their own application, as long as this holds; the first one decides. Absent: a role that somebody else was given. */
  readonly own?: Rule;
  /** A role of people who are signed in, in applications that are not theirs, as long as this holds of what their sign-in says of them. */
  readonly people?: Rule;
  /** They have to say beforehand which application they look at, and why; then they see it as the applicant does. */
  readonly impersonates?: boolean;
  /** Path parameter that has to name the thing the role is about, on every screen whose path has it. */
  readonly thing?: string;
  /** Screens by id or pattern (`*` stands for anything), each with the actions that may be done there, by id or pattern. */
  readonly screens: { readonly [screen: string]: readonly string[] };
}
