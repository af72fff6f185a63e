import { Versions } from "../storage/repositories/versions.ts";
import { fileCounts } from "../definitions/publish-history.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";

/** `foyer versions`: lists published versions. */
export const versionsCommand = defineCommand({
  usage: "versions [FLOW] [--json]",
  help: `Lists the latest first: hash, time, author, policy for applications in flight, and files added, changed and removed since
the version before. * marks the live one.`,
  async run({ rest: [wanted] }) {
    return withDatabase(async ({ database }) => {
      const versions = new Versions(database);
      const live = await versions.live();
      const history = await versions.history(wanted);
      if (wanted !== undefined && history.length === 0)
        throw new Error(`no version of ${wanted} is published`);
      const latest = new Set<string>();
      const published = history.map(({ files, ...entry }, index) => {
        const before = history.slice(index + 1).find(({ flow }) => flow === entry.flow);
        const isLive =
          !latest.has(entry.flow) &&
          live.some(({ flow, hash }) => flow === entry.flow && hash === entry.hash);
        latest.add(entry.flow);
        return { ...entry, live: isLive, files: fileCounts(files, before?.files) };
      });
      const lines = published.map(
        ({ live: isLive, flow, hash, kind, at, author, message, inFlight, until, files }) =>
          `${isLive ? "*" : " "} ${flow} ${hash}  ${at.toISOString().slice(0, 19)}Z  ${author}  ${kind === "rollback" ? "rollback, " : ""}${inFlight}${until === undefined ? "" : ` until ${until.toISOString().slice(0, 10)}`}  +${files.added} ~${files.changed} -${files.removed}\n    ${message}`,
      );
      return {
        code: 0,
        data: published,
        lines: lines.length === 0 ? ["Nothing is published yet."] : lines,
      };
    });
  },
});
