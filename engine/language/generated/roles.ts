// Generated from schemas/definition/roles.json by `npm run types:generate`: change the schema, not this file.
import type { Rule, Template } from "../rule.ts";

/** flows/<flow>/roles.yaml: who may open which screens, and what they may do there. Whatever a role does not list is denied; a role is given by a link (`link: { grant }` in a call), or is one of people in their own application. */
export interface RolesDefinition {
  /** Roles by name. */
  readonly roles: {
    readonly [k: string]: RoleDefinition;
  };
}
/** A role. */
export interface RoleDefinition {
  /** Who that is, in one sentence. */
  readonly description: string;
  /** A role of people in their own application while this holds; the first one decides. Absent: a role that a link gives (a JSON-logic rule). */
  readonly own?: Rule;
  /** A role of people who are signed in, in applications that are not theirs, as long as this holds; the first one decides. Reads what the sign-in says of them as visitor.role, and visitor.AXIS for the value of an axis (a JSON-logic rule). */
  readonly people?: Rule;
  /** People of this role say beforehand which application they look at, and why; every look is journalled. */
  readonly impersonates?: boolean;
  /** Path parameter that has to name the resource the role is about, on every screen whose path has it. */
  readonly resource?: string;
  /** The name in the header of each page: whose part of the application it is; for roles that a link gives (a JSON-logic rule). */
  readonly for?: Rule;
  /** The page that asks the guest of a link to sign in: its words lie under roles.ROLE.invitation: title, text, account (which account to use), action, note. Absent: the sign-in follows at once. */
  readonly invitation?: {
    /** Shown only while this holds (a JSON-logic rule). */
    readonly when?: Rule;
    /** Parameters for the copy. */
    readonly with?: {
      /** The value (JSON in which rules stand for their values) */
      readonly [k: string]: Template;
    };
  };
  /** Screens by id or pattern (* stands for anything), each with the actions that may be done there. */
  readonly screens: {
    /**
     * Actions by id or pattern; none: the screen may be looked at.
     *
     * Items: An action, or a pattern.
     */
    readonly [k: string]: readonly string[];
  };
}
