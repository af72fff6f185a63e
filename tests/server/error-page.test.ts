import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../server/storage/database/database.ts";
import { plainPageContext } from "../../server/application/request/plain-page-context.ts";
import { SiteCookies } from "../../server/application/cookies/site-cookies.ts";
import { sendErrorPage } from "../../server/http/page/error-page.ts";
import { problems } from "../../server/plugins/problems.ts";
import { securityHeaders } from "../../server/plugins/security-headers.ts";
import { createLibrary } from "../../server/definitions/flow-library.ts";
import { registerNotFound } from "../../server/routes/not-found.ts";
import { shippedLibrary, shippedSources } from "../definitions.ts";

const library = await shippedLibrary();
const tools = {
  library: () => library,
  environment: "LOCAL",
  cookies: new SiteCookies({ secure: false, embedded: false, domain: undefined }),
};
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ logger: false });
  problems(app, (request, reply, status) =>
    sendErrorPage(request, reply, status, plainPageContext(request, tools)),
  );
  securityHeaders(app);
  await app.register(cookie);
  app.get("/no-database", () =>
    Promise.reject(new DatabaseUnavailable(new Error("connect ECONNREFUSED 10.0.0.7"))),
  );
  for (const path of ["/broken", "/r/westlake/broken"])
    app.all(path, () => Promise.reject(new Error("secret <b>inside</b>")));
  app.post("/large", { bodyLimit: 10 }, () => "ok");
});
afterAll(async () => app.close());

describe("sendErrorPage()", () => {
  it.each([
    ["/no-database", "en-US", 503, "We cannot answer right now"],
    ["/no-database", "fr-CA", 503, "Nous ne pouvons pas répondre pour le moment"],
    ["/broken", "en-US", 500, "Something went wrong on our side"],
    ["/broken", "fr-CA", 500, "Une erreur est survenue de notre côté"],
  ])(
    "shows a person the trouble at %s in %s, with a way to try again",
    async (url, locale, status, title) => {
      const { statusCode, headers, body } = await app.inject({
        url,
        headers: { ...BROWSER, "accept-language": locale },
      });
      expect(statusCode).toBe(status);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
      expect(body).toContain(`<h1>${title}</h1>`);
      expect(body).toContain(`<html lang="${locale}">`);
      expect(body).toContain('<a class="button" href="">');
      expect(body).not.toMatch(/secret|inside|ECONNREFUSED|trouble\./);
      // The style is let through by the policy.
      expect(headers["content-security-policy"]).toContain(/nonce="([^"]+)"/.exec(body)?.[1]);
    },
  );

  it("has its title, the brand's name and the brand's icon in the tab", async () => {
    const { body } = await app.inject({ url: "/r/westlake/broken", headers: BROWSER });
    expect(body).toContain("<title>Something went wrong on our side – Westlake</title>");
    expect(body).toContain('<link rel="icon" href="/brand/merchant-signup/westlake.svg">');
  });

  it("has the brand of the one flow where no flow has the address", async () => {
    const reader = library.flows.get("library-card");
    if (reader === undefined) throw new Error("There is a flow library-card");
    const alone = createLibrary(new Map([["library-card", reader]]), await shippedSources);
    const site = Fastify({ logger: false });
    problems(site, (request, reply, status) =>
      sendErrorPage(
        request,
        reply,
        status,
        plainPageContext(request, { ...tools, library: () => alone }),
      ),
    );
    securityHeaders(site);
    await site.register(cookie);
    registerNotFound(site);
    const { statusCode, body } = await site.inject({ url: "/nowhere", headers: BROWSER });
    expect(statusCode).toBe(404);
    expect(body).toContain("<title>This page cannot be shown – Town Library</title>");
    expect(body).toContain('<a class="button" href="/library-card">');
    const program = await site.inject({ url: "/nowhere", headers: { accept: "application/json" } });
    expect(program.json()).toMatchObject({ type: "urn:foyer:problem:not-found", status: 404 });
    await site.close();
  });

  it("has the brand of the address, in the language that was chosen there", async () => {
    const reseller = await app.inject({ url: "/r/westlake/broken", headers: BROWSER });
    expect(reseller.body).toContain("<span>Westlake</span>");
    expect(reseller.body).toContain('<a class="brand" href="/r/westlake/">');
    const french = await app.inject({
      url: "/broken",
      headers: { ...BROWSER, host: "terminals.example", cookie: "market=fr-CA" },
    });
    expect(french.body).toContain("Une erreur est survenue");
    expect(french.body).toContain("<span>Northpoint Terminals</span>");
  });

  it("advises to go back where a form was posted: a link would lose the typed text", async () => {
    const { statusCode, body } = await app.inject({
      method: "POST",
      url: "/broken",
      headers: BROWSER,
    });
    expect(statusCode).toBe(500);
    expect(body).toContain("Go back in your browser");
    expect(/<main>.*<\/main>/.exec(body)?.[0]).not.toContain("<a ");
  });

  it("keeps the status of a refusal", async () => {
    const { statusCode, body } = await app.inject({
      method: "POST",
      url: "/large",
      headers: { ...BROWSER, "content-type": "text/plain" },
      payload: "x".repeat(11),
    });
    expect(statusCode).toBe(413);
    expect(body).toContain("<h1>This page cannot be shown</h1>");
  });

  it("leaves JSON to programs", async () => {
    const { headers, body } = await app.inject({
      url: "/no-database",
      headers: { accept: "application/json" },
    });
    expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(JSON.parse(body)).toMatchObject({ type: "urn:foyer:problem:unavailable", status: 503 });
  });
});
