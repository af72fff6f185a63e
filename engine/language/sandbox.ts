export type { SandboxDefinition, SandboxRow } from "./generated/sandbox.ts";
