import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyReply {
    /** Lets this page's own style elements through the content security policy; drawn when it is first asked for. */
    readonly nonce: string;
    drawnNonce: string;
    /** Sites that may show a screen in a frame. */
    readonly framedBy: string;
    /** Other sites that a form of this page may end up at. */
    readonly formOrigins: readonly string[];
  }
}

/** What the headers depend on. */
export interface SecurityOptions {
  /** Other sites that a form of ours may end up at, such as the one people sign in at: browsers hold redirects after a post to the same rule. */
  formOrigins(): readonly string[];
  /** Sites that may show a screen in a frame. */
  readonly ancestors: readonly string[];
  /** The site is reached by https only. */
  readonly secure: boolean;
}

const YEAR_SECONDS = 31_536_000;

/** Routes whose pages an applicant passes: screens, and the way in and out. Everything else that is served (files, the sandbox) may stand in a frame of ours. */
const PAGES = new Set(["/*", "/sign-in", "/create-account", "/sign-in/callback", "/sign-out"]);

const POLICY = "content-security-policy";

/**
 * Headers that tell the browser what a page of ours may do: only our own scripts, no eval, no plugins, frames only
 * where `allowFrames` says so, and nobody may put a screen into one. An answer that is no page may do nothing at all.
 */
export function securityHeaders(
  app: FastifyInstance,
  { formOrigins, ancestors, secure }: SecurityOptions = {
    formOrigins: () => [],
    ancestors: [],
    secure: false,
  },
): void {
  const framedBy = ancestors.length === 0 ? "'none'" : ancestors.join(" ");
  app.decorateReply("drawnNonce", "");
  app.decorateReply("nonce", {
    getter(this: FastifyReply) {
      this.drawnNonce ||= randomBytes(16).toString("base64");
      return this.drawnNonce;
    },
  });
  app.decorateReply("framedBy", framedBy);
  app.decorateReply("formOrigins", { getter: () => formOrigins() });
  const every = {
    "referrer-policy": "same-origin",
    "permissions-policy": permissions([]),
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(secure
      ? { "strict-transport-security": `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
  };
  // Older browsers know no list: where there is one, the policy speaks alone.
  const ofScreens = ancestors.length > 0 ? every : { ...every, "x-frame-options": "DENY" };
  const ofOthers = { ...every, "x-frame-options": "SAMEORIGIN" };
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(isScreen(request) ? ofScreens : ofOthers);
    done();
  });
  const data = { screen: dataPolicy(framedBy), other: dataPolicy("'self'") };
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (isHtml(reply)) setPagePolicy(request, reply);
    else if (!reply.hasHeader(POLICY))
      void reply.header(POLICY, isScreen(request) ? data.screen : data.other);
    done();
  });
}

/** Sets the policy of a page, unless it has one: for answers that are written past Fastify's own sending. */
export function setPagePolicy(request: FastifyRequest, reply: FastifyReply): void {
  if (!reply.hasHeader(POLICY))
    void reply.header(
      POLICY,
      policy(reply, "'none'", isScreen(request) ? reply.framedBy : "'self'"),
    );
}

function isScreen({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === undefined || PAGES.has(url);
}

function isHtml(reply: FastifyReply): boolean {
  return String(reply.getHeader("content-type") ?? "").startsWith("text/html");
}

/** The policy of what is no page: shown by itself it loads nothing and sends nothing. */
function dataPolicy(ancestors: string): string {
  return `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;
}

/** Beside frames, what a page has from other origins. */
export interface Others {
  readonly image?: string | undefined;
  readonly scripts?: readonly string[];
}

/**
 * Lets a screen's page show frames: pages of this site, and of exactly these origins, which may ask for the camera
 * and open windows of their own.
 *
 * @param origins checked by `frameOrigins`
 * @param others where pictures and scripts come from beside this site, checked by `imageOrigin` and `scriptOrigins`
 */
export function allowFrames(
  reply: FastifyReply,
  origins: readonly string[],
  others: Others = {},
): void {
  void reply.headers({
    [POLICY]: policy(reply, ["'self'", ...origins].join(" "), reply.framedBy, others),
    "permissions-policy": permissions(origins),
    // A window that a frame opens has to be able to answer the frame.
    ...(origins.length === 0 ? {} : { "cross-origin-opener-policy": "same-origin-allow-popups" }),
  });
}

function policy(
  { nonce, formOrigins }: FastifyReply,
  frames: string,
  ancestors: string,
  { image, scripts = [] }: Others = {},
): string {
  const isScreen = ancestors === "'none'";
  return [
    "default-src 'none'",
    [`script-src 'self' 'nonce-${nonce}'`, ...scripts].join(" "),
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...(image === undefined ? [] : [image]), ...scripts].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...scripts].join(" "),
    `frame-src ${frames}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    ["form-action 'self'", ...formOrigins].join(" "),
    `frame-ancestors ${ancestors}`,
    // No text becomes code or markup by way of the page's own scripts; those of others know no trusted types.
    ...(isScreen && scripts.length === 0
      ? ["require-trusted-types-for 'script'", "trusted-types 'none'"]
      : []),
  ].join("; ");
}

function permissions(origins: readonly string[]): string {
  return `camera=(${["self", ...origins.map((origin) => `"${origin}"`)].join(" ")}), geolocation=(), microphone=(), payment=(), usb=()`;
}
