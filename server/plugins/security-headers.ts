import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import "./route-config.ts";

declare module "fastify" {
  interface FastifyReply {
    /** Nonce that admits this page's own style elements; made on first use. */
    readonly nonce: string;
    drawnNonce: string;
    /** Sites that may show a screen in a frame. */
    readonly framedBy: string;
    /** Other sites that a form of this page may lead to. */
    readonly formOrigins: readonly string[];
  }
}

/** Settings of the security headers. */
export interface SecurityOptions {
  /**
   * Other sites that a form may lead to, such as the issuer: browsers apply form-action to
   * redirects after a post, too.
   */
  formOrigins(): readonly string[];
  /** Sites that may show a screen in a frame. */
  readonly ancestors: readonly string[];
  /** The site is served over https only. */
  readonly secure: boolean;
}

const YEAR_SECONDS = 31_536_000;

const POLICY = "content-security-policy";

/**
 * Sets the security headers: own scripts only, no eval, no plugins, frames as `allowFrames`
 * permits, and framing of screens by listed sites only. An answer that is no page may load nothing.
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
  // X-Frame-Options has no list of sites: with one, the policy decides alone.
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

/** Sets the policy of a page that has none yet, for answers that bypass Fastify's own sending. */
export function setPagePolicy(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.hasHeader(POLICY)) return;
  void reply.header(
    POLICY,
    isScreen(request) ? screenPolicy(reply, "'none'") : policy(reply, "'none'", "'self'", {}),
  );
}

/** Whether an applicant visits the route; a path without a route answers with a page, too. */
function isScreen({ routeOptions: { url, config } }: FastifyRequest): boolean {
  return url === undefined || config.page === true;
}

function isHtml(reply: FastifyReply): boolean {
  return String(reply.getHeader("content-type") ?? "").startsWith("text/html");
}

/** The policy of answers that are no page: opened alone, they load and send nothing. */
function dataPolicy(ancestors: string): string {
  return `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;
}

/** Other origins of a page's pictures and scripts, and of the pages that its form may lead to. */
export interface Others {
  readonly image?: string | undefined;
  readonly scripts?: readonly string[];
  readonly exits?: readonly string[];
}

/**
 * Permits frames on a screen's page: pages of this site and of exactly these origins, which may ask
 * for the camera and open windows.
 *
 * @param origins checked by `frameOrigins`
 * @param others origins of pictures, scripts and exits, checked by `imageOrigin`, `scriptOrigins`
 *   and `exitOrigins`
 */
export function allowFrames(
  reply: FastifyReply,
  origins: readonly string[],
  others: Others = {},
): void {
  void reply.headers({
    [POLICY]: screenPolicy(reply, ["'self'", ...origins].join(" "), others),
    "permissions-policy": permissions(origins),
    // A window that a frame opens must reach the frame.
    ...(origins.length === 0 ? {} : { "cross-origin-opener-policy": "same-origin-allow-popups" }),
  });
}

/**
 * The policy of a screen. Its own scripts turn no text into code or markup; scripts of others do
 * not know trusted types.
 */
function screenPolicy(reply: FastifyReply, frames: string, others: Others = {}): string {
  const own = policy(reply, frames, reply.framedBy, others);
  return others.scripts === undefined || others.scripts.length === 0
    ? `${own}; require-trusted-types-for 'script'; trusted-types 'none'`
    : own;
}

function policy(
  { nonce, formOrigins }: FastifyReply,
  frames: string,
  ancestors: string,
  { image, scripts = [], exits = [] }: Others,
): string {
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
    ["form-action 'self'", ...formOrigins, ...exits].join(" "),
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

function permissions(origins: readonly string[]): string {
  return `camera=(${["self", ...origins.map((origin) => `"${origin}"`)].join(" ")}), geolocation=(), microphone=(), payment=(), usb=()`;
}
