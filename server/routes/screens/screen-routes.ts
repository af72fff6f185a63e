import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { putDraft } from "./drafts/put-draft.ts";
import type { ScreenTools } from "./exchange.ts";
import { getScreen } from "./get-screen.ts";
import { postScreen } from "./post-screen.ts";
import { PAGE } from "../../plugins/route-config.ts";

/** Largest draft of one page, in bytes; a form of thirty fields takes two or three thousand. */
const DRAFT_LIMIT = 32 * 1024;

/**
 * Every screen is a resource, and its URL is its page: `GET` and `POST` on any path that a flow
 * has, and `PUT` for drafts.
 */
export async function screenRoutes(app: FastifyInstance, tools: ScreenTools): Promise<void> {
  app.get("/*", { config: PAGE }, async (request, reply) => getScreen({ request, reply, tools }));
  app.put("/*", { config: PAGE, bodyLimit: DRAFT_LIMIT }, async (request, reply) =>
    putDraft({ request, reply, tools }),
  );
  // Only screens accept files; their handler, which knows the allowed kinds, reads them.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.post("/*", { config: PAGE }, async (request, reply) =>
      postScreen({ request, reply, tools }),
    );
  });
}
