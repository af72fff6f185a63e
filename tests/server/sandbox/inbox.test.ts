import { afterAll, beforeAll, expect, it } from "vitest";
import { inboxRoutes } from "../../../server/sandbox/inbox/inbox-routes.ts";
import Fastify from "fastify";
import type { KeptMail, Mails } from "../../../server/storage/repositories/mails.ts";
import { securityHeaders } from "../../../server/plugins/security-headers.ts";

const mail: KeptMail = {
  id: "7",
  at: "2026-03-01T10:00:00.000Z",
  template: "received",
  locale: "en-US",
  to: "ada@home.example",
  name: "Ada <b>Noor</b>",
  brand: "Bluebird & Fils",
  subject: "We have it",
  text: "Hello",
  html: '<!doctype html><p style="color:#123456">Hello</p>',
  links: [],
};
const app = Fastify();
beforeAll(() => {
  securityHeaders(app);
  inboxRoutes(app, { latest: async () => [mail] } as unknown as Mails);
});
afterAll(async () => app.close());

it("the inbox says who sends a mail and who gets it, as text", async () => {
  const { body } = await app.inject("/inbox");
  expect(body).toContain(
    "From Bluebird &amp; Fils. To Ada &lt;b&gt;Noor&lt;/b&gt;, ada@home.example, ",
  );
  expect(body).toContain('<a href="/inbox/7">As HTML</a>');
});

it("a mail of the inbox is shown as HTML that loads nothing", async () => {
  const { body, headers } = await app.inject("/inbox/7");
  expect(body).toBe(mail.html);
  expect(headers["content-security-policy"]).toContain("default-src 'none'; style-src");
  expect((await app.inject("/inbox/8")).statusCode).toBe(404);
});

it("the inbox speaks the language that its link names, or that the browser prefers", async () => {
  const named = await app.inject("/inbox?language=fr-CA");
  expect(named.body).toContain('<html lang="fr"');
  expect(named.body).toContain("<h1>Courriels</h1>");
  expect(named.body).toContain("De Bluebird &amp; Fils. À Ada");
  // The other pages of the sandbox keep the language.
  expect(named.body).toContain('href="/sandbox/test-values?language=fr"');
  const preferred = await app.inject({
    url: "/inbox",
    headers: { "accept-language": "fr-CA,fr;q=0.9,en;q=0.5" },
  });
  expect(preferred.body).toContain("<h1>Courriels</h1>");
  expect((await app.inject("/inbox")).body).toContain("<h1>Inbox</h1>");
});
