import { readFile } from "node:fs/promises";
import { explainPath } from "../../engine/explain/explain-path.ts";
import type { JsonObject } from "../../engine/definition/json.ts";
import type { Command } from "./commands.ts";
import { sayingsOf } from "../../engine/explain/sayings-of.ts";
import { libraryHere, sourcesHere } from "./read-library.ts";

/** `foyer explain`: why this screen? */
export const explainCommand: Command = {
  name: "explain",
  says: "tells why a path shows the screen it shows, for a state",
  usage: "explain PATH [--state FILE] [--portal NAME] [--market CODE] [--reseller ID] [--role NAME] [--thing ID] [--json]",
  help: "PATH is what stands in the address; FILE a JSON file with the application's state (default: nothing known); NAME a role that somebody else was given, and ID the thing it is about. Every rule that was asked is listed with what it said and the values it saw.",
  async run(args, json) {
    const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
    const [path] = args;
    if (path === undefined || !path.startsWith("/")) throw new Error("PATH is missing; try foyer explain /get-started");
    const library = await libraryHere();
    const flow = library.flowAt(path.replace(/^\/r\/[^/]+/, "") || "/");
    if (flow === undefined) throw new Error(`no flow has the path ${path}`);
    const file = option("--state");
    const state = (file === undefined ? {} : JSON.parse(await readFile(file, "utf8"))) as JsonObject;
    const reseller = option("--reseller") ?? /^\/r\/([^/]+)/.exec(path)?.[1];
    const variant = {
      portal: option("--portal") ?? Object.keys(flow.definition.variants.portals)[0] ?? "",
      market: option("--market") ?? Object.keys(flow.definition.variants.markets)[0] ?? "",
      environment: "LOCAL",
      ...(reseller === undefined ? {} : { reseller }),
    };
    const [role, thing] = [option("--role"), option("--thing")];
    const compiled = flow.variant(variant);
    const { resolution, trace } = explainPath(
      compiled,
      state,
      path,
      {
        now: new Date().toISOString(),
        variant,
        locale: compiled.market.locales[0] ?? "en-US",
        signedIn: true,
        ...(role === undefined ? {} : { actor: { role, ...(thing === undefined ? {} : { id: thing }) } }),
        uuids: [],
      },
      sayingsOf(await sourcesHere(), flow.id),
    );
    if (json) console.log(JSON.stringify({ resolution, trace }, null, 2));
    else {
      console.log(
        resolution.kind === "screen"
          ? `${path} shows "${resolution.screen}" at ${resolution.path}, because of ${resolution.because}`
          : `${path} leaves for ${resolution.to}, because of ${resolution.because}`,
      );
      for (const { rule, says, held, saw } of trace) {
        console.log(`  ${held ? "yes" : "no "} ${rule}: ${held ? "" : "it would have to be that "}${says}`);
        if (Object.keys(saw).length > 0) console.log(`        ${JSON.stringify(saw)}`);
      }
    }
    return 0;
  },
};
