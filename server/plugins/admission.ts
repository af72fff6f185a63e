import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Shares } from "./shares.ts";
import "./route-config.ts";
import { hasBody } from "./slow-bodies.ts";
import { countedAddress } from "../http/counted-address.ts";
import { isMultipart } from "../http/request-text.ts";
import { whenOver } from "../http/when-over.ts";
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
   * Longest delay of the event loop before requests are refused while others are under way, in
   * milliseconds; 0 turns the check off.
   */
  readonly lagMs: number;
  /** Longest time for which a place is held, in milliseconds; default: a minute. */
  readonly longestMs?: number;
}

/** No request works for longer: what waits for an outside service holds no place meanwhile. */
const LONGEST_MS = 60_000;

/**
 * Share of the places from which on a late event loop is the work of requests. Below it another
 * program has the processor: a visitor who is turned away would only wait longer.
 */
const BUSY_SHARE = 0.25;

/** Bodies that arrive at once, each of 256 KiB at most: of all visitors, and of one address. */
const MOST_ARRIVING = 1000;
const ARRIVING_BY_ADDRESS = 100;

const RETRY_AFTER_SECONDS = 3;

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
  const slots = new Slots(limits);
  if (limits.lagMs > 0) {
    const busyFrom = Math.ceil(limits.atOnce * BUSY_SHARE);
    await app.register(underPressure, {
      maxEventLoopDelay: limits.lagMs,
      sampleInterval: 250,
      pressureHandler: async (request, reply) => {
        if (isWork(request) && slots.count >= busyFrom) await turnAway(request, reply, "lag");
      },
    });
  }
  watch(app, slots, limits.longestMs ?? LONGEST_MS);
  const held = new WeakMap<FastifyRequest, Slot>();
  const hold = (request: FastifyRequest, slot: Slot) => {
    held.set(request, slot);
    request.scope.slot = slot;
  };
  const arriving = new Shares(MOST_ARRIVING);
  const arrived = new WeakMap<FastifyRequest, () => void>();
  // A body holds no place while it arrives. A slow client would hold the place until its end.
  app.addHook("onRequest", (request, reply, done) => {
    if (!isWork(request) || !hasBody(request) || reply.sent) return done();
    const address = { name: countedAddress(request.ip), most: ARRIVING_BY_ADDRESS };
    const end = slots.isFull ? undefined : arriving.take(isMultipart(request) ? [] : [address]);
    if (end === undefined) {
      void turnAway(request, reply, "queue");
      return undefined;
    }
    arrived.set(request, end);
    whenOver(request, reply, end);
    return done();
  });
  app.addHook("preValidation", (request, reply, done) => {
    arrived.get(request)?.();
    if (!isWork(request) || reply.sent) return done();
    const slot = slots.acquire();
    if (slot !== undefined) {
      hold(request, slot);
      return done();
    }
    void slots.wait().then((free) => {
      if (free === undefined) return turnAway(request, reply, "queue");
      // The client has gone meanwhile: nobody reads the answer.
      if (request.raw.socket.destroyed) return free.end();
      hold(request, free);
      return done();
    }, done);
    return undefined;
  });
  // The work is done once its answer is made, also for a client that has gone or reads slowly. The
  // events of the response do not tell: a response that waits behind others of its connection has
  // none when the connection closes.
  app.addHook("onSend", (request, _reply, _payload, done) => {
    held.get(request)?.end();
    done();
  });
}

function isWork({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.admitted === true;
}

/** Frees places that were held for longer than a request can live, and says so. */
function watch(app: FastifyInstance, slots: Slots, longestMs: number): void {
  const timer = setInterval(() => {
    const freed = slots.endOlderThan(longestMs);
    if (freed > 0)
      app.log.error({ freed }, "requests held their places for longer than a request can live");
  }, longestMs / 10);
  timer.unref();
  app.addHook("onClose", (_, done) => {
    clearInterval(timer);
    done();
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
  /** The places that are held, with the time since when. */
  private readonly held = new Map<Slot, number>();
  private readonly waiting: ((admitted: boolean) => void)[] = [];

  constructor(private readonly limits: AdmissionLimits) {}

  /** Takes a slot; undefined when none is free. */
  acquire(): Slot | undefined {
    return this.held.size < this.limits.atOnce ? this.place() : undefined;
  }

  /** Requests that are in progress or wait. */
  get count(): number {
    return this.held.size + this.waiting.length;
  }

  /** Whether a request would be turned away now. */
  get isFull(): boolean {
    const { atOnce, queue } = this.limits;
    return this.held.size >= atOnce && this.waiting.length >= queue;
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

  /** Ends the places that were held without a break for longer, and counts them. */
  endOlderThan(ms: number): number {
    const oldest = performance.now() - ms;
    const stuck = [...this.held].flatMap(([slot, since]) => (since < oldest ? [slot] : []));
    for (const slot of stuck) slot.end();
    return stuck.length;
  }

  private place(): Slot {
    let over = false;
    const release = () => {
      if (!this.held.delete(slot)) return;
      if (this.held.size < this.limits.atOnce) this.waiting.shift()?.(true);
    };
    const slot: Slot = {
      release,
      acquire: () => {
        if (!over && !this.held.has(slot)) this.held.set(slot, performance.now());
      },
      end: () => {
        release();
        over = true;
      },
    };
    this.held.set(slot, performance.now());
    return slot;
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
