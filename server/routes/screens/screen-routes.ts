import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { putDraft } from "./drafts/put-draft.ts";
import type { ScreenTools } from "./exchange.ts";
import { getScreen } from "./get-screen.ts";
import { postScreen } from "./post-screen.ts";

/** What is typed on one page; a form of thirty fields has two or three thousand. */
const DRAFT_LIMIT = 32 * 1024;

/** Every screen is a resource, and its URL is its page: `GET` and `POST` on any path that a flow has, and `PUT` of what is typed there so far. */
export async function screenRoutes(app: FastifyInstance, tools: ScreenTools): Promise<void> {
  app.get("/*", async (request, reply) => getScreen({ request, reply, tools }));
  app.put("/*", { bodyLimit: DRAFT_LIMIT }, async (request, reply) =>
    putDraft({ request, reply, tools }),
  );
  // Nothing but a screen takes files; they are read by whoever knows what may be given there.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.post("/*", async (request, reply) => postScreen({ request, reply, tools }));
  });
}
