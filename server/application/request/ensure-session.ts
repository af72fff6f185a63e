import type { FastifyReply } from "fastify";
import type { RequestContext } from "./request-context.ts";
import { openSession, type SessionTools } from "./session.ts";

/** The session of a request; a new session sets its cookie. */
export async function ensureSession(
  reply: FastifyReply,
  { subject, session }: RequestContext,
  tools: SessionTools,
): Promise<{ readonly subject: Buffer; readonly session: string }> {
  if (subject !== undefined && session !== undefined) return { subject, session };
  const opened = await openSession(reply, tools);
  return { subject: opened.subject, session: opened.pseudonym };
}
