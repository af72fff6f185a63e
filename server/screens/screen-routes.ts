import type { FastifyInstance } from "fastify";
import type { ServerTools } from "../server-tools.ts";
import { getScreen } from "./get-screen.ts";
import { postScreen } from "./post-screen.ts";

/** Every screen is a resource, and its URL is its page: `GET` and `POST` on any path that a flow has. */
export function screenRoutes(app: FastifyInstance, tools: ServerTools): void {
  app.get("/*", async (request, reply) => getScreen(request, reply, tools));
  app.post("/*", async (request, reply) => postScreen(request, reply, tools));
}
