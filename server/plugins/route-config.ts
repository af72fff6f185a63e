import type { FastifyInstance } from "fastify";

/** What a route says of itself, so that the plugins need to know no path. */
export interface RouteKind {
  /**
   * Admission control counts its requests: screens, and what changes sessions. Files, health checks
   * and the service's own requests do not count.
   */
  readonly admitted: boolean;
  /**
   * An applicant visits its pages: the security headers of screens apply. Pages of every other
   * route, such as the sandbox, may stand in a frame of this site.
   */
  readonly page: boolean;
}

declare module "fastify" {
  interface FastifyContextConfig extends Partial<RouteKind> {}
}

/** A page that an applicant visits. */
export const PAGE: RouteKind = { admitted: true, page: true };

/** A request that changes sessions and answers with data. */
export const SESSION: RouteKind = { admitted: true, page: false };

/** A file, a health check, the sandbox, or a request of another service. */
export const ASIDE: RouteKind = { admitted: false, page: false };

/** Gives every route of a scope a kind, where plugins or the sandbox register the routes. */
export function setRouteKind(scope: FastifyInstance, kind: RouteKind): void {
  scope.addHook("onRoute", (route) => {
    route.config = { ...kind, ...route.config };
  });
}

/**
 * Refuses to start with a route that does not say of which kind it is: without a place under load
 * or the headers of a page it would go unnoticed.
 */
export function requireRouteKinds(app: FastifyInstance): void {
  const routes: { readonly name: string; readonly config: () => Partial<RouteKind> | undefined }[] =
    [];
  app.addHook("onRoute", (route) => {
    routes.push({
      name: `${[route.method].flat().join()} ${route.url}`,
      // Hooks of the route's scope may still set it.
      config: () => route.config,
    });
  });
  app.addHook("onReady", async () => {
    const silent = routes.filter(({ config }) => {
      const { admitted, page } = config() ?? {};
      return admitted === undefined || page === undefined;
    });
    if (silent.length > 0)
      throw new Error(
        `these routes need \`admitted\` and \`page\` in their config: ${silent.map(({ name }) => name).join(", ")}`,
      );
  });
}
