export type { RoleDefinition, RolesDefinition } from "./generated/roles.ts";
