import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { SiteCookies } from "../../../../server/application/cookies/site-cookies.ts";
import { problems } from "../../../../server/plugins/problems.ts";
import { countRedirect } from "../../../../server/routes/screens/redirects.ts";

const MANY = Array.from({ length: 15 }, () => "abcdef").join(".");

describe("countRedirect()", () => {
  it.each([
    ["ends a circle", `__Host-foyer_redirects=${MANY}`, 503],
    [
      "believes no count that another host of the domain may have set",
      `foyer_redirects=${MANY}`,
      200,
    ],
  ])("%s", async (_, planted, status) => {
    const app = Fastify();
    problems(app);
    await app.register(cookie);
    const cookies = new SiteCookies({ secure: true, embedded: false, domain: undefined });
    app.get("/", async (request, reply) => {
      countRedirect(request, reply, "/elsewhere", { cookies });
      return "redirected";
    });
    const answer = await app.inject({ url: "/", headers: { cookie: planted } });
    expect(answer.statusCode).toBe(status);
    await app.close();
  });
});
