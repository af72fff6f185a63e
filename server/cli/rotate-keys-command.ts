import { rotateKeys, staleCounts } from "../secrets/rotate.ts";
import { withDatabase } from "./command-database.ts";
import type { Command } from "./commands.ts";

/** `foyer rotate-keys`: everything is closed with the first key of FOYER_KEY. */
export const rotateKeysCommand: Command = {
  name: "rotate-keys",
  says: "encrypts everything with the first key of FOYER_KEY, while the service serves",
  usage: "rotate-keys [--json]",
  help: `Put the new key second on every node (FOYER_KEY=old:…,new:…), then first, then run this; once it says that nothing is
left, and an hour after (cookies live that long), take the old key away. It may be broken off and run again.`,
  async run(args, json) {
    if (args.length > 0) throw new Error(`there is no option ${args[0]}`);
    return withDatabase(async ({ database, vault }) => {
      const rows = await rotateKeys(database, vault);
      const left = await staleCounts(database, vault);
      const clean = Object.keys(left).length === 0;
      if (json) console.log(JSON.stringify({ key: vault.keys[0], rows, left }, null, 2));
      else {
        for (const [table, count] of Object.entries(rows)) console.log(`${table}: ${count}`);
        console.log(
          clean
            ? `Everything is closed with ${vault.keys[0]}.`
            : `Some nodes still write with another key; left are ${JSON.stringify(left)}. Run it again once they do not.`,
        );
      }
      return clean ? 0 : 1;
    });
  },
};
