import type { FastifyInstance } from "fastify";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { hintsOf } from "../welcome-lines.ts";
import { VALUES_PATH } from "../paths.ts";
import { sandboxPage } from "../sandbox-page.ts";
import { inLanguage, SANDBOX_WORDS, sandboxLanguage } from "../sandbox-words.ts";
import { testDataOf } from "./test-bar.ts";

/** The test data of a flow for the bar, and the page that lists the test values of all flows. */
export function testValuesPage(
  app: FastifyInstance,
  flows: () => ReadonlyMap<string, CompiledFlow>,
): void {
  app.get<{ Params: { readonly flow: string } }>(
    "/sandbox/test-data/:flow",
    async (request, reply) => {
      const data = testDataOf(flows().get(request.params.flow));
      return data === undefined ? reply.callNotFound() : reply.send(data);
    },
  );
  app.get(VALUES_PATH, async (request, reply) => {
    const language = sandboxLanguage(request);
    const words = SANDBOX_WORDS[language];
    const rows = [...flows().values()]
      .flatMap((flow) => hintsOf(flow))
      .map(
        ({ value, effect }) =>
          `<div><dt><code>${escapeHtml(inLanguage(value, language))}</code></dt><dd${typeof effect === "string" ? ' lang="en"' : ""}>${escapeHtml(inLanguage(effect, language))}</dd></div>`,
      );
    const body = `<h1>${words.testValues}</h1><p>${words.effects}</p><dl>${rows.join("")}</dl>`;
    return reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(sandboxPage({ title: words.testValues, nonce: reply.nonce, body, language }));
  });
}
