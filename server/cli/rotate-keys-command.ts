import { setTimeout as sleep } from "node:timers/promises";
import { giveUpKey, recordKey } from "../storage/secrets/check-keys.ts";
import { rotateKeys } from "../storage/secrets/rotate.ts";
import { SEALING_SEEN_MS } from "../storage/secrets/sealing-format.ts";
import { withDatabase, type CommandDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { nodesWithoutKey } from "./nodes-without-key.ts";

/** `foyer rotate-keys`: encrypts all sealed values with the first key of FOYER_KEY. */
export const rotateKeysCommand = defineCommand({
  usage: "rotate-keys [--bind] [--without ID] [--force] [--json]",
  help: `Put the new key second on every node (FOYER_KEY=old:…,new:…), then first, then run this command. Exit 0 says that
nothing is left: the command then says when the old key may be taken out, an hour later, the lifetime of cookies. Exit 1
says that it has to run again: a row was written meanwhile, or a node that serves still closes with another key. You may
stop the command and run it again. It lists each value that does not open with its place, and leaves it unchanged, which
is no failure: no key of FOYER_KEY opens it. --bind binds values from before
binding to their place; every node has to run this version, and the earlier version cannot serve afterwards. --without ID
records that a key is lost for good, so that the service starts without it; values under that key stay sealed. While a
node that serves lacks the new key, the command names it and changes nothing, unless --force is given: that node could
not open what the key seals. A node that ended without a word counts as gone after two minutes; nodes of earlier versions
are not known.`,
  async run({ options, flags }) {
    const { without } = options;
    const work = async ({ database, vault, sealing }: CommandDatabase) => {
      if (without !== undefined && vault.keys.includes(without))
        throw new Error(`the key "${without}" is not lost: it is in FOYER_KEY`);
      const { nodes, refusal } = await nodesWithoutKey({ database, vault });
      if (refusal !== undefined && flags.force !== true)
        return { code: 1, data: { key: vault.keys[0], nodes }, lines: [refusal] };
      if (without !== undefined) await giveUpKey(database, without);
      await recordKey(database, vault);
      if (flags.bind && sealing.current === "unbound") {
        await sealing.change("changing");
        await sleep(SEALING_SEEN_MS);
      }
      const { rows, left, unopened } = await rotateKeys(database, vault);
      const clean = Object.keys(left).length === 0;
      if (clean && sealing.current === "changing") await sealing.change("bound");
      const places = unopened.map(({ message }) => message);
      const [key = "", ...others] = vault.keys;
      const behind = nodes.filter((node) => node.key !== "first").map(({ name }) => name);
      const done = clean && behind.length === 0;
      const removable = done ? { keys: others, from: cookiesEnd(new Date()) } : undefined;
      return {
        code: done ? 0 : 1,
        data: { key, rows, left, unopened: places, removable, nodes },
        lines: [
          ...Object.entries(rows).map(([table, count]) => `${table}: ${count}`),
          ...places,
          clean
            ? `Everything${places.length === 0 ? "" : " else"} is closed with ${key}.`
            : `Some nodes still write with another key; left are ${JSON.stringify(left)}. Run it again once they do not.`,
          ...(behind.length === 0
            ? []
            : [
                `Not done: ${behind.join(", ")} still ${behind.length === 1 ? "closes with its" : "close with their"} own first key. Put ${key} first there and restart, then run this command again; keep ${others.join(", ") || "the other key"} until it ends with exit 0.`,
              ]),
          ...(removable === undefined ? [] : afterwards(key, removable, nodes.length)),
          ...(sealing.current === "unbound"
            ? [
                "Values are not bound to their place yet: once every node runs this version, run it with --bind.",
              ]
            : []),
        ],
      };
    };
    return withDatabase(work, { lost: without });
  },
});

/** What is left to do once everything is closed with the first key. @param count nodes known */
function afterwards(
  key: string,
  { keys, from }: { readonly keys: readonly string[]; readonly from: string },
  count: number,
): readonly string[] {
  if (keys.length === 0) return ["FOYER_KEY has no other key: nothing is left to do."];
  const old = keys.join(", ");
  const known =
    count === 0
      ? ""
      : `Of this version, ${count === 1 ? "the one node that serves closes" : `all ${count} nodes that serve close`} with ${key}. `;
  return [
    `Left to do, for ${old}:`,
    `  1. ${known}Restart every node whose FOYER_KEY does not begin with ${key}: it still closes with its own first key. Then run this command again.`,
    `  2. From ${from} on, take ${old} out of FOYER_KEY on every node and restart them: until then cookies are open that ${old} closed.`,
  ];
}

/** The time after which no cookie of another key is left, to the minute. */
function cookiesEnd(now: Date): string {
  return `${new Date(now.getTime() + 61 * 60_000).toISOString().slice(0, 16)}Z`;
}
