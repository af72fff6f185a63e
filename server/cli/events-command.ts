import { once } from "node:events";
import { eventLine } from "../calls/analytics/event-line.ts";
import { followEvents } from "../calls/analytics/follow-events.ts";
import { Events, type EventLine } from "../storage/repositories/events.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";

/** `foyer events`: exports analytics events. */
export const eventsCommand = defineCommand({
  usage: "events [--since ISO] [--flow FLOW] [--application ID] [--type TYPE] [--follow]",
  help: `Prints one event a line (NDJSON), in the order of writing: eid, type, custom_properties, virtual_path and schema as in the
flow's events.yaml, and the place of the event. Memory use does not grow with the number of events. --follow prints new
events until Ctrl-C. Events hold no personal data.`,
  async run({ options, flags }) {
    const { since } = options;
    if (since !== undefined && Number.isNaN(Date.parse(since)))
      throw new Error(
        `--since wants a time such as 2026-11-21 or 2026-11-21T08:00:00Z, not ${since}`,
      );
    const filter = {
      ...options,
      ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    };
    const stop = new AbortController();
    process.once("SIGINT", () => stop.abort());
    process.once("SIGTERM", () => stop.abort());
    // `foyer events | head` closes the pipe early.
    process.stdout.on("error", () => stop.abort());
    const print = async (event: EventLine) => {
      if (stop.signal.aborted) throw new Stopped();
      if (!process.stdout.write(`${eventLine(event)}\n`))
        await once(process.stdout, "drain", { signal: stop.signal });
    };
    return withDatabase(async ({ database }) => {
      const events = new Events(database);
      await (
        flags.follow ? followEvents(events, filter, print, stop.signal) : events.each(filter, print)
      ).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
      return 0;
    });
  },
});

class Stopped extends Error {}
