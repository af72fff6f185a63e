import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { codeFrame } from "../../../engine/source/code-frame.ts";
import type { BrokenFlow, FlowLibrary } from "../../definitions/flow-library.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { plainPage } from "../../http/page/plain-page.ts";
import { sendProblem } from "../../http/problem.ts";
import { wantsData } from "../../http/wanted-type.ts";

const REFRESH_SECONDS = "2";

/**
 * In development, answers requests for a broken flow with its problems: file, line and suggestion.
 * The page reloads by itself, so that it shows the flow once it is mended.
 *
 * @param flowsFolder folder of the definitions
 */
export function brokenFlows(
  app: FastifyInstance,
  library: () => FlowLibrary,
  flowsFolder: string,
): void {
  app.addHook("preHandler", async (request, reply) => {
    if (request.routeOptions.url !== "/*") return;
    const [path = ""] = request.url.replace(/^\/r\/[^/?]+/, "").split("?", 1);
    const broken = library().brokenAt(path === "" ? "/" : path);
    if (broken !== undefined) await sendBroken(request, reply, broken, flowsFolder);
  });
}

async function sendBroken(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, problems }: BrokenFlow,
  flowsFolder: string,
): Promise<FastifyReply> {
  const title = `The flow ${id} is not served: its definitions are broken`;
  if (wantsData(request))
    return sendProblem(reply, { status: 503, code: "broken-definitions", title, problems });
  const items = await Promise.all(
    problems.map(async (problem) => {
      const { file, line, column, message, suggestion } = problem;
      const text = await readFile(join(flowsFolder, file), "utf8").catch(() => "");
      const meant = suggestion === undefined ? "" : `<p>Meant: ${escapeHtml(suggestion)}</p>`;
      const frame = text === "" ? "" : `<pre>${escapeHtml(codeFrame(text, line, column))}</pre>`;
      return `<h2>${escapeHtml(`${file}:${line}:${column}`)}</h2><p>${escapeHtml(message)}</p>${meant}${frame}`;
    }),
  );
  return reply
    .code(503)
    .header("cache-control", "no-store")
    .header("retry-after", REFRESH_SECONDS)
    .header("refresh", REFRESH_SECONDS)
    .type("text/html; charset=utf-8")
    .send(
      plainPage({
        locale: "en-US",
        title,
        nonce: reply.nonce,
        body: `<h1>${escapeHtml(title)}</h1><p class="muted">Mend and save: this page shows the flow then.</p>${items.join("")}`,
      }),
    );
}
