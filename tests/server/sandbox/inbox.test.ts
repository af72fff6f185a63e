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
