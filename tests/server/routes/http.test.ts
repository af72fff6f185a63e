import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../server/service.ts";
import { outsideIsUp, testService } from "../service.ts";

const outside = await outsideIsUp();

describe("HTTP by the letter", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());
  const ask = (method: string, url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ method: method as "GET", url, headers });
  const PAGE = { accept: "text/html" };

  it.each([
    ["/library-card", PAGE],
    ["/library-card/start", PAGE],
    ["/library-card", { accept: "application/json" }],
    ["/no/such/page", PAGE],
    ["/sign-in", PAGE],
    ["/sign-out", PAGE],
    ["/healthz", {}],
    ["/readyz", {}],
    ["/brand/merchant-signup/cedar.svg", {}],
    ["/validators/0.mjs", {}],
  ])("HEAD %s answers as GET does, without the body", async (url, headers) => {
    const [get, head] = [await ask("GET", url, headers), await ask("HEAD", url, headers)];
    expect(head.statusCode).toBe(get.statusCode);
    expect(head.body).toBe("");
    for (const name of ["content-type", "cache-control", "vary", "etag"])
      expect(head.headers[name], name).toEqual(get.headers[name]);
    // A way to the issuer has a state of its own each time.
    const [to, toHead] = [get, head].map((each) => each.headers["location"]?.split("?")[0]);
    expect(toHead).toBe(to);
  });

  it.each([
    ["/library-card", "GET, HEAD, POST, PUT, OPTIONS"],
    ["/no/such/page", "GET, HEAD, POST, PUT, OPTIONS"],
    ["/healthz", "GET, HEAD, OPTIONS"],
    ["/healthz/", "GET, HEAD, OPTIONS"],
    ["/sign-out?x=1", "GET, HEAD, POST, OPTIONS"],
    ["/webhooks/library-card/none", "GET, HEAD, POST, OPTIONS"],
  ])("OPTIONS %s answers with the allowed methods", async (url, allow) => {
    const response = await ask("OPTIONS", url);
    expect([response.statusCode, response.headers["allow"], response.body]).toEqual([
      204,
      allow,
      "",
    ]);
  });

  it.each([
    ["DELETE", "/library-card", "GET, HEAD, POST, PUT, OPTIONS"],
    ["PATCH", "/", "GET, HEAD, POST, PUT, OPTIONS"],
    ["POST", "/healthz", "GET, HEAD, OPTIONS"],
    ["PUT", "/sign-out", "GET, HEAD, POST, OPTIONS"],
    ["DELETE", "/validators/0.mjs", "GET, HEAD, OPTIONS"],
  ])("%s %s answers 405 with the allowed methods", async (method, url, allow) => {
    const response = await ask(method, url);
    expect([response.statusCode, response.headers["allow"]]).toEqual([405, allow]);
    expect(response.json()).toMatchObject({ type: "urn:foyer:problem:method" });
  });

  it("a path with a slash at its end is the same page as without", async () => {
    const data = { accept: "application/json" };
    const [page, slash] = [
      await ask("GET", "/library-card/", data),
      await ask("GET", "/library-card", data),
    ];
    expect([slash.statusCode, slash.headers["etag"]]).toEqual([200, page.headers["etag"]]);
    expect((await ask("GET", "/healthz/")).statusCode).toBe(200);
    const html = await ask("GET", "/library-card/", PAGE);
    expect([html.statusCode, html.headers["location"]]).toEqual([303, "/library-card"]);
  });

  it("If-None-Match names the view alone, in a list, weak or strong, or by *", async () => {
    const data = { accept: "application/json" };
    const tag = String((await ask("GET", "/library-card", data)).headers["etag"]);
    const answered = async (method: string, named: string) =>
      (await ask(method, "/library-card", { ...data, "if-none-match": named })).statusCode;
    for (const named of [tag, tag.replace("W/", ""), `"other", ${tag}`, "*"]) {
      expect(await answered("GET", named), named).toBe(304);
      expect(await answered("HEAD", named), named).toBe(304);
    }
    for (const named of ['"other"', "nonsense", `"other" ${tag}`])
      expect(await answered("GET", named), named).toBe(200);
  });

  it("an answer that is no page may load nothing, and a page has a nonce of its own", async () => {
    const view = await ask("GET", "/library-card", { accept: "application/json" });
    expect(view.headers["content-security-policy"]).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const page = await ask("GET", "/library-card/start", PAGE);
    const shown = page.statusCode === 303 ? await ask("GET", "/library-card", PAGE) : page;
    const nonce = /'nonce-([^']+)'/.exec(String(shown.headers["content-security-policy"]))?.[1];
    expect(nonce).toMatch(/^[\w+/=]{24}$/);
    expect(shown.body).toContain(`nonce="${nonce ?? ""}"`);
  });
});
