import { setTimeout as sleep } from "node:timers/promises";
import { giveUpKey } from "../storage/secrets/check-keys.ts";
import { rotateKeys } from "../storage/secrets/rotate.ts";
import { SEALING_SEEN_MS } from "../storage/secrets/sealing-format.ts";
import { withDatabase } from "./command-database.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./options.ts";

/** `foyer rotate-keys`: encrypts all sealed values with the first key of FOYER_KEY. */
export const rotateKeysCommand: Command = {
  usage: "rotate-keys [--bind] [--without ID] [--json]",
  help: `Put the new key second on every node (FOYER_KEY=old:…,new:…), then first, then run this command. Once it reports that
nothing is left, wait an hour (the lifetime of cookies), then remove the old key. You may stop the command and run it
again. It lists each value that does not open with its place, and leaves it unchanged. --bind binds values from before
binding to their place; every node has to run this version, and the earlier version cannot serve afterwards. --without ID
records that a key is lost for good, so that the service starts without it; values under that key stay sealed.`,
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
