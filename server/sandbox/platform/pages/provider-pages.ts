import type { FastifyInstance } from "fastify";
import { renderBrand } from "../../../../engine/render/render-brand.ts";
import type { CompiledFlow } from "../../../../engine/compile/compiled-flow.ts";
import { escapeHtml } from "../../../../engine/copy/escape-html.ts";
import { plainPage } from "../../../http/page/plain-page.ts";
import { readTables } from "../tables.ts";
import { faceOf, faceOfVisitor, type FaceQuery } from "./face.ts";
import { framedPage } from "./framed-page.ts";

const BANK_SCRIPT = `
for (const button of document.querySelectorAll("button[data-user]"))
  button.addEventListener("click", () => hand("closes" in button.dataset ? {} : { publicToken: "public-sandbox-" + button.dataset.user, accountId: "account-" + button.dataset.user }));`;

/**
 * The sandbox's pages of the bank-linking provider, the identity provider and the flow's other
 * partners: test people in place of real accounts.
 */
export function providerPages(app: FastifyInstance, flow: () => CompiledFlow | undefined): void {
  app.get<{ Querystring: FaceQuery }>("/sandbox/bank", async (request, reply) => {
    const face = faceOf(flow(), request.query);
    if (face === undefined) return reply.code(404).send({ message: "There is no such page" });
    const say = (key: string) => face.copy.text(`sandbox.bank.${key}`) ?? key;
    const users = Object.entries(readTables(flow()?.attachments ?? {}).values.instantLink.users);
    const choices = users
      .map(
        ([id, { description, closes }]) =>
          `<li><button type="button" data-user="${escapeHtml(id)}"${closes === true ? " data-closes" : ""}>${escapeHtml(id)}<span>${escapeHtml(description ?? "")}</span></button></li>`,
      )
      .join("");
    const body = `<p class="muted">${escapeHtml(say("text"))}</p><ul class="choices">${choices}</ul>`;
    return reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(
        framedPage({
          face,
          title: say("title"),
          nonce: reply.nonce,
          body,
          script: BANK_SCRIPT,
        }),
      );
  });
  app.get<{ Querystring: FaceQuery }>("/sandbox/identity", async (request, reply) => {
    const face = faceOf(flow(), request.query);
    if (face === undefined) return reply.code(404).send({ message: "There is no such page" });
    const say = (key: string) => face.copy.text(`sandbox.identity.${key}`) ?? key;
    const body = `<h1>${escapeHtml(say("title"))}</h1><p>${escapeHtml(say("text"))}</p>`;
    return reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(
        plainPage({
          locale: face.locale,
          title: say("title"),
          nonce: reply.nonce,
          body,
          brand: renderBrand(face.variant, face.copy),
        }),
      );
  });
  app.get<{ Querystring: { readonly to?: string } }>(
    "/sandbox/elsewhere",
    async (request, reply) => {
      const face = faceOfVisitor(flow(), request.cookies["market"]);
      if (face === undefined) return reply.code(404).send({ message: "There is no such page" });
      const say = (key: string) => escapeHtml(face.copy.text(`sandbox.elsewhere.${key}`) ?? key);
      const to =
        request.query.to === undefined
          ? ""
          : `<p><strong>${say("address")}</strong><br>${escapeHtml(request.query.to)}</p>`;
      const body = `<h1>${say("title")}</h1><p>${say("text")}</p>${to}<p><a class="button" href="/">${say("back")}</a></p>`;
      return reply
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(
          plainPage({
            locale: face.locale,
            title: face.copy.text("sandbox.elsewhere.title") ?? "",
            nonce: reply.nonce,
            body,
            brand: renderBrand(face.variant, face.copy),
          }),
        );
    },
  );
}
