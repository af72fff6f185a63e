import { Nodes, type ServingNode } from "../storage/repositories/nodes.ts";
import type { CommandDatabase } from "./command-database.ts";

/** The nodes that serve, and the refusal where one of them lacks the first key of a command. */
export async function nodesWithoutKey({
  database,
  vault,
}: Pick<CommandDatabase, "database" | "vault">): Promise<{
  readonly nodes: readonly ServingNode[];
  /** Undefined: every node that serves opens what the key closes. */
  readonly refusal: string | undefined;
}> {
  const [key = ""] = vault.keys;
  const nodes = await new Nodes(database, vault).serving();
  const lacking = nodes.filter((node) => node.key === "none").map(({ name }) => name);
  const refusal =
    lacking.length === 0
      ? undefined
      : `${lacking.join(", ")} ${lacking.length === 1 ? "does" : "do"} not hold the key ${key} and could not open what it closes; nothing was changed. Add it second to FOYER_KEY there and restart; a node that is gone is forgotten after two minutes.`;
  return { nodes, refusal };
}
