import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import {
  ASIDE,
  PAGE,
  requireRouteKinds,
  setRouteKind,
} from "../../../server/plugins/route-config.ts";

describe("requireRouteKinds()", () => {
  it("refuses to start with a route that does not say of which kind it is", async () => {
    const app = Fastify();
    requireRouteKinds(app);
    app.get("/page", { config: PAGE }, async () => "a page");
    app.get("/new", { config: { admitted: true } }, async () => "a new page");
    await expect(app.ready()).rejects.toThrow(/^these routes need .* in their config: GET \/new/);
  });

  it("takes the kind that a scope gives its routes, which a route may replace", async () => {
    const app = Fastify();
    requireRouteKinds(app);
    await app.register(async (scope) => {
      setRouteKind(scope, ASIDE);
      scope.get("/file", async ({ routeOptions }) => routeOptions.config);
      scope.get("/page", { config: PAGE }, async ({ routeOptions }) => routeOptions.config);
    });
    const kindOf = async (url: string) => (await app.inject(url)).json() as object;
    expect(await kindOf("/file")).toMatchObject(ASIDE);
    expect(await kindOf("/page")).toMatchObject(PAGE);
  });
});
