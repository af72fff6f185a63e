import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import type { FastifyInstance } from "fastify";
import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";

/** Routes of the API description: OpenAPI as JSON, and a page for people. */
export function docsRoutes(app: FastifyInstance): void {
  app.get("/api/docs", { schema: { hide: true } }, async (request, reply) => {
    const described = app.swagger() as unknown as JsonObject;
    if (!String(request.headers.accept).includes("text/html")) return reply.send(described);
    return reply.type("text/html; charset=utf-8").send(page(described));
  });
}

function page(described: JsonObject): string {
  const { title, description } = asObject(described["info"]);
  const calls = Object.entries(asObject(described["paths"])).flatMap(([path, methods]) =>
    Object.entries(asObject(methods)).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: asObject(operation),
    })),
  );
  const sections = [...new Set(calls.map(({ operation }) => sectionOf(operation)))];
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(title)}</title></head><body><main>`,
    `<h1>${text(title)}</h1><p>${text(description)} With <code>Accept: application/json</code> this address is OpenAPI.</p>`,
    ...sections.flatMap((section) => [
      `<h2>${text(section)}</h2>`,
      ...calls
        .filter(({ operation }) => sectionOf(operation) === section)
        .map(
          ({ path, method, operation }) =>
            `<details><summary><code>${method} ${text(path)}</code> ${text(operation["summary"] ?? "")}</summary>` +
            `<pre>${text(JSON.stringify({ parameters: operation["parameters"] ?? [], requestBody: operation["requestBody"] ?? null, responses: operation["responses"] ?? {} }, null, 2))}</pre></details>`,
        ),
    ]),
    "</main></body></html>",
  ].join("\n");
}

function sectionOf({ tags }: JsonObject): string {
  return Array.isArray(tags) ? String(tags[0]) : "Catalogue";
}

function text(value: Json | undefined): string {
  return escapeHtml(String(value ?? ""));
}
