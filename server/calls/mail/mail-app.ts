import { createHash, randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { sendProblem } from "../../plugins/problem.ts";
import { problems } from "../../plugins/problems.ts";
import type { Mails } from "../../storage/repositories/mails.ts";
import { compose } from "./compose.ts";
import { MESSAGE, type Message } from "./message.ts";
import type { MailTransport } from "./smtp.ts";

/** The dependencies of the mail service. */
export interface MailOptions {
  readonly mails: Mails;
  /** Undefined: mails are stored for the development inbox. */
  readonly transport: MailTransport | undefined;
  readonly environment: string;
  readonly flows: () => ReadonlyMap<string, CompiledFlow>;
  readonly logger: FastifyBaseLogger;
}

const KEY = /^[\x21-\x7e]{8,200}$/;

/**
 * The mail service of this process, called like any other: `POST /messages`. One Idempotency-Key
 * sends one mail. The service has no public route: with one, a stranger could write to anybody.
 */
export async function mailApp({
  mails,
  transport,
  environment,
  flows,
  logger,
}: MailOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  problems(app);
  app.post<{ Body: Message }>(
    "/messages",
    { schema: { body: MESSAGE } },
    async (request, reply) => {
      const given = request.headers["idempotency-key"];
      if (given !== undefined && (typeof given !== "string" || !KEY.test(given)))
        return sendProblem(reply, {
          status: 400,
          code: "malformed",
          title: "The Idempotency-Key has to be 8 to 200 visible characters",
        });
      const mail = compose(request.body, flows(), environment);
      if (mail === undefined)
        return sendProblem(reply, {
          status: 400,
          code: "unknown-template",
          title: "There is no such template",
        });
      const key = given ?? randomUUID();
      const { template, locale } = request.body;
      const { brand: _, ...kept } = mail;
      const claim = await mails.claim({
        key,
        requestHash: createHash("sha256").update(JSON.stringify(request.body)).digest(),
        template,
        locale,
        mail: transport === undefined ? kept : undefined,
      });
      if (claim === "other")
        return sendProblem(reply, {
          status: 422,
          code: "key-reused",
          title: "The Idempotency-Key was used for another mail",
        });
      if (claim === "under-way")
        return sendProblem(reply, {
          status: 503,
          code: "under-way",
          title: "The mail is being sent",
        });
      if (claim === "mine") {
        try {
          await transport?.send(mail, createHash("sha256").update(key).digest("hex").slice(0, 40));
        } catch (error) {
          await mails.notSent(key);
          // The mail server's message may repeat an address: only its code is logged.
          const { code, responseCode } = error as {
            readonly code?: string;
            readonly responseCode?: number;
          };
          logger.warn({ template, code, responseCode }, "a mail was not taken");
          return sendProblem(reply, {
            status: 502,
            code: "not-sent",
            title: "The mail could not be sent",
          });
        }
        await mails.sent(key);
      }
      return reply.code(202).send({ status: "sent" });
    },
  );
  app.addHook("onClose", async () => transport?.close());
  await app.ready();
  return app;
}
