import { createHash, randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { sendProblem } from "../../http/problem.ts";
import { problems } from "../../plugins/problems.ts";
import type { CodeVerdict, MailCodes } from "../../storage/repositories/mail-codes.ts";
import { logErrorsAs } from "../../storage/database/log-errors.ts";
import { MAIL_LEASE_MS, type Mails } from "../../storage/repositories/mails.ts";
import { whileRenewing } from "../../pausing/while-renewing.ts";
import { compose } from "./compose.ts";
import { MESSAGE, TYPED_CODE, type Message, type TypedCode } from "./message.ts";
import type { MailTransport } from "./smtp.ts";

/** The dependencies of the mail service. */
export interface MailOptions {
  readonly mails: Mails;
  readonly codes: MailCodes;
  /** Undefined: mails are stored for the development inbox. */
  readonly transport: MailTransport | undefined;
  readonly environment: string;
  readonly flows: () => ReadonlyMap<string, CompiledFlow>;
  readonly logger: FastifyBaseLogger;
}

const KEY = /^[\x21-\x7e]{8,200}$/;

/** A code where the call does not say otherwise. */
const CODE_DEFAULTS = { digits: 6, tries: 5 };

const REFUSED_CODE: Readonly<
  Record<Exclude<CodeVerdict, "right">, { readonly status: number; readonly title: string }>
> = {
  wrong: { status: 422, title: "The code is wrong" },
  expired: { status: 410, title: "The code has expired" },
  spent: { status: 410, title: "The code was tried too often" },
  unknown: { status: 410, title: "There is no such code" },
};

/**
 * The mail service of this process, called like any other: `POST /messages` sends a mail, with a
 * fresh code where it asks for one, and `POST /codes/{id}` verifies a typed code. One
 * Idempotency-Key sends one mail. The service has no public route: with one, a stranger could write
 * to any address.
 */
export async function mailApp(options: MailOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  problems(app);
  app.post<{ Body: Message }>("/messages", { schema: { body: MESSAGE } }, async (request, reply) =>
    sendMessage(request.body, request.headers["idempotency-key"], reply, options),
  );
  app.post<{ Params: { id: string }; Body: TypedCode }>(
    "/codes/:id",
    { schema: { body: TYPED_CODE } },
    async (request, reply) => {
      const verdict = await options.codes.verify(request.params.id, request.body.code);
      return verdict === "right"
        ? reply.code(204).send()
        : sendProblem(reply, { code: `code-${verdict}`, ...REFUSED_CODE[verdict] });
    },
  );
  app.addHook("onClose", async () => options.transport?.close());
  await app.ready();
  return app;
}

async function sendMessage(
  message: Message,
  given: string | readonly string[] | undefined,
  reply: FastifyReply,
  { mails, codes, transport, environment, flows, logger }: MailOptions,
): Promise<FastifyReply> {
  if (given !== undefined && (typeof given !== "string" || !KEY.test(given)))
    return sendProblem(reply, {
      status: 400,
      code: "malformed",
      title: "The Idempotency-Key has to be 8 to 200 visible characters",
    });
  const key = given ?? randomUUID();
  const { code: wish } = message;
  const issued =
    wish === undefined ? undefined : await codes.issue(key, { ...CODE_DEFAULTS, ...wish });
  const mail = compose(
    issued === undefined
      ? message
      : { ...message, values: { ...message.values, code: issued.code } },
    flows(),
    environment,
  );
  if (mail === undefined)
    return sendProblem(reply, {
      status: 400,
      code: "unknown-template",
      title: "There is no such template",
    });
  const { template, locale } = message;
  const claim = await mails.claim({
    key,
    request: JSON.stringify(message),
    template,
    locale,
    mail: transport === undefined ? mail : undefined,
  });
  if (claim.kind === "other")
    return sendProblem(reply, {
      status: 422,
      code: "key-reused",
      title: "The Idempotency-Key was used for another mail",
    });
  if (claim.kind === "under-way")
    return sendProblem(reply, {
      status: 503,
      code: "under-way",
      title: "The mail is being sent",
    });
  if (claim.kind === "mine") {
    const { lease } = claim;
    try {
      await whileRenewing(
        {
          renew: async () => mails.renew(lease),
          leaseMs: MAIL_LEASE_MS,
          report: logErrorsAs(logger, "the lease of a mail could not be renewed"),
        },
        async () =>
          transport?.send(mail, createHash("sha256").update(key).digest("hex").slice(0, 40)),
      );
    } catch (error) {
      await mails.notSent(lease);
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
    await mails.sent(lease);
  }
  return reply.code(202).send({ status: "sent", code: issued?.id });
}
