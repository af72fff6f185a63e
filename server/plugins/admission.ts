import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "../../engine/copy/escape-html.ts";
import { sendPlainPage, type PlainPageContext } from "../http/page/plain-page.ts";
import { wantsData, PAGE_VARY } from "../http/wanted-type.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { sendProblem } from "../http/problem.ts";

/** Bounds on concurrent requests. */
export interface AdmissionLimits {
  /** Requests in progress; a request that waits for an outside service does not count. */
  readonly atOnce: number;
  /** Requests that may wait for their turn. */
  readonly queue: number;
  /** Longest wait of a queued request, in milliseconds. */
  readonly patienceMs: number;
  /**
   * Longest delay of the event loop before requests are refused, in milliseconds; 0 turns the check
   * off.
   */
  readonly lagMs: number;
}

const RETRY_AFTER_SECONDS = 3;

/**
 * Routes that admission control counts: screens, and those that change sessions. Files, health
 * checks and the service's own requests do not count.
 */
const WORK = new Set([
  "/*",
  "/sign-in",
  "/create-account",
  "/sign-in/callback",
  "/sign-out",
  "/impersonation",
  "/impersonation/end",
  "/links/:id",
]);

/**
 * Refuses requests early under load, so that admitted ones are answered soon: 503 with Retry-After,
 * as problem+json or as a page in the visitor's language. A refused request has no effect and may
 * be sent again.
 */
export async function admission(
  app: FastifyInstance,
  limits: AdmissionLimits,
  {
    telemetry,
    pageContext,
  }: {
    readonly telemetry: Telemetry;
    /** The language, the words and the brand of the page that turns a request away. */
    pageContext(request: FastifyRequest): PlainPageContext;
  },
): Promise<void> {
  const turnAway = (request: FastifyRequest, reply: FastifyReply, why: "queue" | "lag") => {
    telemetry.turnedAway(why);
    return sendBusy(request, reply, pageContext(request));
  };
  if (limits.lagMs > 0) {
    await app.register(underPressure, {
      maxEventLoopDelay: limits.lagMs,
      sampleInterval: 250,
      pressureHandler: async (request, reply) => {
        if (WORK.has(request.routeOptions.url ?? "")) await turnAway(request, reply, "lag");
      },
    });
  }
  const slots = new Slots(limits);
  const hold = (request: FastifyRequest, reply: FastifyReply, slot: Slot) => {
    request.scope.slot = slot;
    const end = () => slot.end();
    reply.raw.once("finish", end);
    reply.raw.once("close", end);
  };
  app.addHook("onRequest", (request, reply, done) => {
    if (!WORK.has(request.routeOptions.url ?? "") || reply.sent) return done();
    const slot = slots.acquire();
    if (slot !== undefined) {
      hold(request, reply, slot);
      return done();
    }
    void slots.wait().then((free) => {
      if (free === undefined) return turnAway(request, reply, "queue");
      // The client has gone meanwhile: nothing tells of the end of its request any more.
      if (reply.raw.destroyed) return free.end();
      hold(request, reply, free);
      return done();
    }, done);
    return undefined;
  });
}

interface Slot {
  /** Frees the slot while the request waits for an outside service. */
  release(): void;
  /** Takes a slot at once after such a wait, even above the limit. */
  acquire(): void;
  end(): void;
}

/** Concurrency limiter with a bounded wait queue. */
class Slots {
  private taken = 0;
  private readonly waiting: ((admitted: boolean) => void)[] = [];

  constructor(private readonly limits: AdmissionLimits) {}

  /** Takes a slot; undefined when none is free. */
  acquire(): Slot | undefined {
    return this.taken < this.limits.atOnce ? this.place() : undefined;
  }

  /** Waits for a slot; undefined when the queue is full or the wait runs out. */
  async wait(): Promise<Slot | undefined> {
    if (this.waiting.length >= this.limits.queue) return undefined;
    const admitted = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(settle), 1);
        resolve(false);
      }, this.limits.patienceMs);
      const settle = (yes: boolean) => {
        clearTimeout(timer);
        resolve(yes);
      };
      this.waiting.push(settle);
    });
    return admitted ? this.place() : undefined;
  }

  private place(): Slot {
    let holds = true;
    let over = false;
    this.taken++;
    const release = () => {
      if (!holds) return;
      holds = false;
      this.taken--;
      if (this.taken < this.limits.atOnce) this.waiting.shift()?.(true);
    };
    return {
      release,
      acquire: () => {
        if (holds || over) return;
        holds = true;
        this.taken++;
      },
      end: () => {
        release();
        over = true;
      },
    };
  }
}

function sendBusy(
  request: FastifyRequest,
  reply: FastifyReply,
  { words, ...context }: PlainPageContext,
): FastifyReply {
  const say = (key: string) => words[`busy.${key}`] ?? key;
  const [title, detail] = [say("title"), say("text")];
  void reply.header("retry-after", String(RETRY_AFTER_SECONDS)).header("vary", PAGE_VARY);
  if (wantsData(request)) return sendProblem(reply, { status: 503, code: "busy", title, detail });
  // Without scripts the posted page is one step back in the history and still holds its typed data.
  const again =
    request.method === "GET"
      ? `<p><a class="button" href="">${escapeHtml(say("again"))}</a></p>`
      : `<p>${escapeHtml(say("back"))}</p>`;
  return sendPlainPage(reply, 503, {
    ...context,
    title,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p>${again}`,
  });
}
