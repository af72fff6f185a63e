import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { whenOver } from "../../http/when-over.ts";
import type { LiveChannel } from "./live-channel.ts";

const SCRIPT = "/development/live.js";

/**
 * Milliseconds between two comments on the stream: browsers and proxies close an idle connection.
 */
const BREATH_MS = 20_000;

/**
 * In development only: the script that keeps an open page up to date, and the stream that it reads.
 * The stream is server-sent events from this site, which the content security policy allows.
 *
 * @param scriptFile the built script
 */
export function liveRoutes(app: FastifyInstance, channel: LiveChannel, scriptFile: string): void {
  const open = new Set<() => void>();
  app.get(SCRIPT, async (_, reply) =>
    reply
      .header("cache-control", "no-store")
      .type("text/javascript; charset=utf-8")
      .send(await readFile(scriptFile)),
  );
  app.get("/development/changes", (request, reply) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    reply.raw.write("retry: 500\n\n");
    const stop = channel.listen((state) => reply.raw.write(`data: ${JSON.stringify(state)}\n\n`));
    const breath = setInterval(() => reply.raw.write(":\n\n"), BREATH_MS);
    const end = () => {
      clearInterval(breath);
      stop();
      open.delete(end);
      reply.raw.end();
    };
    open.add(end);
    whenOver(request, reply, end);
  });
  // Open streams would keep the service from stopping: browsers do not close them.
  app.addHook("preClose", async () => {
    for (const end of open) end();
  });
}

/** Adds the script to a page, with the state that the page was drawn from. */
export function withLiveScript(
  html: string,
  { page, definitions }: { readonly page: string; readonly definitions: string },
): string {
  return html.replace(
    "</head>",
    () =>
      `<script type="module" src="${SCRIPT}" data-page="${page}" data-definitions="${definitions}"></script></head>`,
  );
}
