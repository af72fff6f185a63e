import type { CompileResult } from "../../engine/compile/compiled-flow.ts";
import { inPresentWords } from "../../engine/tools/migrate/migrate-flow.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { makeAllDue } from "../storage/repositories/make-all-due.ts";
import { isSame, Versions } from "../storage/repositories/versions.ts";
import { findHash, versionBefore } from "../definitions/publish-history.ts";
import { commonSources, compileRefused } from "../definitions/compile-version.ts";
import { openCache } from "../definitions/definition-cache.ts";
import { authorHere } from "./author.ts";
import { chooseFlow } from "./choose-flow.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { policyOf } from "./publish-command.ts";
import { sourcesHere } from "./library-here.ts";

/** `foyer rollback`: makes an earlier version live again. */
export const rollbackCommand = defineCommand({
  usage:
    "rollback [FLOW] [--to HASH] [--in-flight pin|move|re-ask] [--message TEXT] [--author NAME] [--json]",
  help: `Without --to the version that was live before the last publish is live again; run once more, the command goes one
version further back, never to one that was withdrawn. --to takes the beginning of a hash (foyer versions). FLOW may be
left out where one flow is published. --in-flight is for applications on the later version, re-ask by default: they
continue in the earlier one, which asks again what it does not take. The message is "Back from HASH". foyer plan --to
previous (or --to HASH) says beforehand what it would do. The checks of the definitions do not run: they did at the publish.
Exit 1 when this code cannot compile the version.`,
  async run({ options, rest }) {
    return withDatabase(async ({ database, environment }) => {
      const versions = new Versions(database);
      const live = await versions.live();
      const flows = live.map((each) => each.flow);
      const serving = live.find((each) => each.flow === chooseFlow(flows, rest[0]));
      if (serving === undefined) throw new Error("nothing is published yet");
      const { flow } = serving;
      const history = await versions.history(flow);
      const hash =
        options["to"] === undefined
          ? versionBefore(history, serving.hash)
          : findHash(history, options["to"]);
      if (hash === undefined)
        throw new Error(`${flow} ${serving.hash} is the first version; there is none before it`);
      const own = await versions.sources(flow, hash);
      const files = new Map([...commonSources(await sourcesHere()), ...(own ?? [])]);
      const result = await compileServed(files, flow, { environment, version: hash });
      if (!result.ok) {
        const error = `${flow} ${hash} cannot be compiled by this code, so ${serving.hash} stays: ${result.problems[0]?.message ?? ""}`;
        return { code: 1, data: { problems: result.problems }, lines: [], errors: [error] };
      }
      const hasTimers = result.flow.definition.timers !== undefined;
      const message = options["message"] ?? `Back from ${serving.hash}`;
      const inFlight = policyOf(options["in-flight"]) ?? "re-ask";
      const author = options["author"] ?? authorHere();
      const next = { flow, hash, inFlight, until: undefined };
      if (
        isSame(serving, next) ||
        !(await versions.publish([{ ...next, kind: "rollback", author, message }], [serving]))
      ) {
        const now = (await versions.live()).find((each) => each.flow === flow);
        if (now === undefined || !isSame(now, next))
          throw new Error(
            `another publish was faster: ${flow} ${now?.hash} is live, which stays; run it again to go back from there`,
          );
        // The rollback that made it live may have ended before its timers were set.
        if (hasTimers) await makeAllDue(database, flow);
        return {
          code: 0,
          data: { flow, from: hash, to: hash, inFlight },
          lines: [`${flow} ${hash} is live already`],
        };
      }
      if (hasTimers) await makeAllDue(database, flow);
      return {
        code: 0,
        data: { flow, from: serving.hash, to: hash, inFlight },
        lines: [
          `${flow} ${hash} is live again, after ${serving.hash}; applications in flight: ${inFlight}`,
        ],
      };
    });
  },
});

/**
 * Compiles a version as nodes do that serve it. Its publish has checked it, so only what checks of
 * this release are known to say counts beside.
 */
async function compileServed(
  files: Sources,
  flow: string,
  { environment, version }: { readonly environment: string; readonly version: string },
): Promise<CompileResult> {
  const refused = openCache()?.checkOf(files, flow, [environment])?.problems ?? [];
  const result = await compileRefused(flow, files, { environment, version, refused });
  const present = result.ok ? files : inPresentWords(files, flow);
  return present === files
    ? result
    : compileRefused(flow, present, { environment, version, refused: [] });
}
