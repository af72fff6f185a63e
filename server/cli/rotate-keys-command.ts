import { setTimeout as sleep } from "node:timers/promises";
import { giveUpKey } from "../storage/secrets/check-keys.ts";
import { rotateKeys } from "../storage/secrets/rotate.ts";
import { SEALING_SEEN_MS } from "../storage/secrets/sealing-format.ts";
import { withDatabase } from "./command-database.ts";
import type { Command } from "./commands.ts";
import { readOptions } from "./options.ts";

/** `foyer rotate-keys`: everything is closed with the first key of FOYER_KEY. */
export const rotateKeysCommand: Command = {
  name: "rotate-keys",
  says: "encrypts everything with the first key of FOYER_KEY, while the service serves",
  usage: "rotate-keys [--bind] [--without ID] [--json]",
  help: `Put the new key second on every node (FOYER_KEY=old:…,new:…), then first, then run this; once it says that nothing is
left, and an hour after (cookies live that long), take the old key away. It may be broken off and run again. A value that
cannot be opened is listed with its place and left as it is. --bind: binds what was stored before values were bound to
their place; every node has to run this version, and the version before cannot serve afterwards. --without ID: notes down
that a key is lost for good, so that a start without it is not refused; what it closed stays closed.`,
  async run(args, json) {
    const { options, flags, rest } = readOptions(args, ["without"], ["bind"]);
    if (rest.length > 0) throw new Error(`there is no option ${rest[0]}`);
    return withDatabase(async ({ database, vault, sealing }) => {
      const { without } = options;
      if (without !== undefined) {
        if (vault.keys.includes(without))
          throw new Error(`the key "${without}" is not lost: it is in FOYER_KEY`);
        await giveUpKey(database, without);
      }
      if (flags.bind && sealing.current === "unbound") {
        await sealing.change("changing");
        await sleep(SEALING_SEEN_MS);
      }
      const { rows, left, unopened } = await rotateKeys(database, vault);
      const clean = Object.keys(left).length === 0;
      if (clean && sealing.current === "changing") await sealing.change("bound");
      const places = unopened.map(({ message }) => message);
      if (json)
        console.log(JSON.stringify({ key: vault.keys[0], rows, left, unopened: places }, null, 2));
      else {
        for (const [table, count] of Object.entries(rows)) console.log(`${table}: ${count}`);
        for (const place of places) console.log(place);
        console.log(
          clean
            ? `Everything${places.length === 0 ? "" : " else"} is closed with ${vault.keys[0]}.`
            : `Some nodes still write with another key; left are ${JSON.stringify(left)}. Run it again once they do not.`,
        );
        if (sealing.current === "unbound")
          console.log(
            "Values are not bound to their place yet: once every node runs this version, run it with --bind.",
          );
      }
      return clean ? 0 : 1;
    });
  },
};
