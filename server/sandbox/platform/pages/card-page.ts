import type { FastifyInstance, FastifyReply } from "fastify";
import type { CompiledFlow } from "../../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../../engine/compile/compiled-variant.ts";
import { buildFacts } from "../../../../engine/transition/facts.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import { escapeHtml } from "../../../../engine/copy/escape-html.ts";
import { readTables } from "../tables.ts";
import { framedPage, labelledInput } from "./framed-page.ts";
import { faceOf, type FaceQuery } from "./face.ts";

const FIELDS = [
  ["number", 'inputmode="numeric" autocomplete="cc-number" maxlength="23"'],
  ["expiration", 'inputmode="numeric" autocomplete="cc-exp" maxlength="5"'],
  ["cvv", 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"'],
  ["zip", 'autocomplete="postal-code" maxlength="7"'],
] as const;

const SCRIPT = `
const form = document.querySelector("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = Object.fromEntries(new FormData(form));
  const response = await fetch(location.href, { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(data) });
  const answer = await response.json();
  for (const input of form.querySelectorAll("input")) {
    const told = document.getElementById(input.id + "-error");
    const wrong = (answer.errors ?? []).find(({ field }) => field === input.name);
    told.hidden = wrong === undefined;
    told.textContent = wrong?.message ?? "";
    if (wrong === undefined) input.removeAttribute("aria-invalid"); else input.setAttribute("aria-invalid", "true");
  }
  if (response.ok) hand(answer); else form.querySelector("[aria-invalid]")?.focus();
});`;

/**
 * The sandbox's page of a card frame (D-05): validates a card by the form that the service names,
 * and answers with a token. The number stays within this page's own endpoint, and is neither stored
 * nor logged.
 */
export function cardPage(
  app: FastifyInstance,
  flow: () => CompiledFlow | undefined,
  today: () => string,
): void {
  app.get<{ Querystring: FaceQuery }>("/sandbox/card", async (request, reply) => {
    const face = faceOf(flow(), request.query);
    if (face === undefined) return reply.code(404).send({ message: "There is no such page" });
    const say = (key: string) => face.copy.text(`sandbox.card.${key}`) ?? key;
    const inputs = FIELDS.map(([name, attributes]) =>
      labelledInput(name, say(name), attributes),
    ).join("");
    const body = `<form novalidate>${inputs}<button>${escapeHtml(say("save"))}</button></form><p class="muted">${escapeHtml(say("numbers"))}</p>`;
    return page(
      reply,
      framedPage({
        face,
        title: say("title"),
        nonce: reply.nonce,
        body,
        script: SCRIPT,
      }),
    );
  });
  app.post<{ Querystring: FaceQuery; Body: Partial<JsonObject> | null }>(
    "/sandbox/card",
    async (request, reply) => {
      const face = faceOf(flow(), request.query);
      const form = face === undefined ? undefined : cardForm(face.variant);
      if (face === undefined || form === undefined)
        return reply.code(404).send({ message: "There is no such page" });
      // Any JSON may arrive: `null` has no members.
      const sent = request.body ?? {};
      const known = Object.fromEntries(
        FIELDS.map(([name]) => [name, typeof sent[name] === "string" ? sent[name] : ""]),
      );
      const facts = buildFacts(
        face.variant,
        {},
        {
          now: `${today()}T00:00:00Z`,
          variant: face.variant.variant,
          locale: face.locale,
          signedIn: false,
          uuids: [],
        },
      );
      const { data, problems } = form.validate(form.normalize(known), {
        today: today(),
        facts,
        kept: [],
      });
      if (problems.length > 0) {
        const errors = problems.map(({ pointer, code, params }) => ({
          field: pointer.slice(1),
          message: face.copy.text(code, { label: pointer.slice(1), ...params }) ?? code,
        }));
        return reply.code(422).send({ errors });
      }
      const digits = String(data["number"] ?? "").replaceAll(/\D/g, "");
      const brand = brandOf(flow(), digits);
      const last4 = digits.slice(-4);
      return reply
        .header("cache-control", "no-store")
        .send({ token: `tok_sbx_${brand}_${last4}`, brand, last4 });
    },
  );
}

function cardForm(flow: CompiledVariant) {
  const service = [...flow.services.values()].find(({ sandbox }) => sandbox === "card-frame");
  return service?.form === undefined ? undefined : flow.forms.get(service.form)?.compiled;
}

/** The brand by the first digits, from the sandbox's table. */
function brandOf(flow: CompiledFlow | undefined, digits: string): string {
  const { cardBrands } = readTables(flow?.attachments ?? {}).values;
  return (
    cardBrands.find(({ prefixes }) => prefixes.some((prefix) => digits.startsWith(prefix)))
      ?.brand ?? "CARD"
  );
}

function page(reply: FastifyReply, html: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
}
