import type { FastifyInstance } from "fastify";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { plainPage } from "../../plugins/page/plain-page.ts";
import { hintsOf } from "../welcome-lines.ts";
import { testDataOf, VALUES_PATH } from "./test-bar.ts";

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
  app.get(VALUES_PATH, async (_, reply) => {
    const rows = [...flows().values()]
      .flatMap((flow) => hintsOf(flow))
      .map(
        ({ value, effect }) =>
          `<h2><code>${escapeHtml(value)}</code></h2><p>${escapeHtml(effect)}</p>`,
      );
    const body = `<h1>Test values</h1><p class="muted">What the sandbox does with them. Nothing here is real.</p>${rows.join("")}<p><a href="/inbox">Inbox</a></p>`;
    return reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(plainPage({ locale: "en", title: "Test values", nonce: reply.nonce, body }));
  });
}
