import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledWebhook } from "../../../engine/compile/compiled-call.ts";
import type { Json } from "../../../engine/language/json.ts";
import type { ProviderDefinition } from "../../../engine/language/provider.ts";
import { storableJson } from "../../calls/storable-json.ts";
import { jsonText, utf8Text } from "../../http/request-text.ts";
import { serviceEnvironment } from "../../calls/service-environment.ts";
import { sendProblem } from "../../http/problem.ts";
import type { WebhookTools } from "../../application/webhooks/apply-webhooks.ts";
import { receiveWebhook } from "../../application/webhooks/receive-webhook.ts";
import type { VisitTools } from "../../application/visit/visit-tools.ts";
import type { SignatureFault, Verdict } from "./signature-fault.ts";
import { SigningKeys } from "./signing-keys.ts";
import { verifyAddress } from "./verify-address.ts";
import { verifyHmac } from "./verify-hmac.ts";
import { verifyJwt } from "./verify-jwt.ts";
import { ASIDE } from "../../plugins/route-config.ts";

/** Largest webhook body, in bytes; providers send a few KiB. */
const BODY_LIMIT = 128 * 1024;

type WebhookRequest = FastifyRequest<{
  Params: { readonly flow: string; readonly provider: string };
  Body: Buffer;
}>;

/**
 * `POST /webhooks/{flow}/{provider}`: receives events of providers. A request without a valid
 * signature gets 401 and changes nothing. The service saves a signed event once, before it answers.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  tools: WebhookTools,
  publicUrls: readonly string[],
): Promise<void> {
  const keys = new WeakMap<ProviderDefinition, SigningKeys>();
  const keysOf = (
    provider: ProviderDefinition,
    signature: Extract<NonNullable<ProviderDefinition["webhook"]>["signature"], { scheme: "jwt" }>,
  ) => {
    const known =
      keys.get(provider) ??
      new SigningKeys(provider.service, signature, tools.targets, () => Date.parse(tools.now()));
    keys.set(provider, known);
    return known;
  };

  const verdictOn = async (
    provider: ProviderDefinition,
    request: WebhookRequest,
  ): Promise<Verdict> => {
    const signature = provider.webhook?.signature;
    const header = signature === undefined ? undefined : request.headers[signature.header];
    if (signature === undefined || typeof header !== "string" || header.length > 4096)
      return "no-header";
    if (!Buffer.isBuffer(request.body)) return "body";
    if (signature.scheme === "hmac")
      return verifyHmac(
        signature,
        { header, body: request.body },
        secretsOf(provider, signature.secrets, tools),
        Date.parse(tools.now()),
      );
    if (signature.scheme === "address") {
      const origins =
        publicUrls.length > 0
          ? publicUrls.map((url) => new URL(url).origin)
          : [`${request.protocol}://${request.host}`];
      return verifyAddress(
        signature,
        header,
        { origins, path: request.url, body: request.body, isForm: isForm(request) },
        secretsOf(provider, signature.secrets, tools),
      );
    }
    const found = keysOf(provider, signature);
    return verifyJwt(
      signature,
      { token: header, body: request.body },
      (kid) => found.find(kid),
      new Date(tools.now()),
    );
  };

  await app.register(async (inner) => {
    // The signature covers the raw body: no parser may read it first.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    inner.post(
      "/webhooks/:flow/:provider",
      { config: ASIDE, bodyLimit: BODY_LIMIT },
      async (request: WebhookRequest, reply) => {
        const received = webhookOf(request, tools);
        if (received === undefined)
          return sendProblem(reply, {
            status: 404,
            code: "unknown-webhook",
            title: "There is no such webhook",
          });
        const fault = await verdictOn(received.provider, request);
        if (fault !== "valid") return refuse(reply, request, fault);
        return receive(reply, received, request, tools);
      },
    );
  });
}

/** Answers without the fault, which is logged alone. */
function refuse(reply: FastifyReply, request: WebhookRequest, fault: SignatureFault): FastifyReply {
  const { flow, provider } = request.params;
  request.log.warn({ flow, provider, fault }, "the signature of a webhook is refused");
  return sendProblem(reply, {
    status: 401,
    code: "signature",
    title: "The signature is missing, too old, or not of this body",
  });
}

/** The secrets of a webhook, parted by commas; empty without any. */
function secretsOf(
  { service }: ProviderDefinition,
  variable: string,
  { targets }: VisitTools,
): string {
  return serviceEnvironment(service, "", targets.environment)[variable] ?? "";
}

function isForm({ headers }: WebhookRequest): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
}

interface ConfiguredWebhook {
  readonly flow: CompiledFlow;
  readonly provider: ProviderDefinition;
  readonly webhook: CompiledWebhook;
}

/** The webhook of a configured provider, with a secret where it needs one. */
function webhookOf({ params }: WebhookRequest, tools: WebhookTools): ConfiguredWebhook | undefined {
  const flow = tools.library().flows.get(params.flow);
  const provider = flow?.providers.get(params.provider);
  const [variant] = flow?.variants ?? [];
  if (
    flow === undefined ||
    provider?.webhook === undefined ||
    variant === undefined ||
    !Object.hasOwn(tools.providersOf(flow), params.provider)
  )
    return undefined;
  const { signature } = provider.webhook;
  if (signature.scheme !== "jwt" && secretsOf(provider, signature.secrets, tools) === "")
    return undefined;
  const webhook = flow.variant(variant).providers.get(params.provider)?.webhook;
  return webhook === undefined ? undefined : { flow, provider, webhook };
}

async function receive(
  reply: FastifyReply,
  { flow, webhook }: ConfiguredWebhook,
  request: WebhookRequest,
  tools: WebhookTools,
): Promise<FastifyReply> {
  const { params, body } = request;
  const text = isForm(request) ? utf8Text(request, body) : jsonText(request, body);
  let payload: Json;
  try {
    payload = isForm(request)
      ? Object.fromEntries(new URLSearchParams(text))
      : storableJson(JSON.parse(text) as Json);
  } catch {
    return sendProblem(reply, {
      status: 400,
      code: "malformed",
      title: "The body is not valid JSON",
    });
  }
  const fate = await receiveWebhook(
    {
      flow: flow.id,
      provider: params.provider,
      webhook,
      payload,
      digest: createHash("sha256").update(body).digest("hex"),
    },
    tools,
    ({ name, message }) => request.log.error({ err: { name, message } }, "an event waits"),
  );
  if (fate === "malformed")
    return sendProblem(reply, {
      status: 400,
      code: "malformed",
      title: "The event has no id, or does not say what it is about",
    });
  return sendStatus(reply, fate);
}

/** Answers with the fate of the event and nothing about the application. */
function sendStatus(reply: FastifyReply, status: "kept" | "repeated" | "ignored"): FastifyReply {
  return reply.code(200).header("cache-control", "no-store").send({ status });
}
