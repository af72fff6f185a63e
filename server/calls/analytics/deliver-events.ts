import { DatabaseUnavailable } from "../../storage/database/database-unavailable.ts";
import { logErrorsAs } from "../../storage/database/log-errors.ts";
import { coalesced } from "../../../engine/language/coalesced.ts";
import { isSuccessStatus } from "../../../engine/transition/success-status.ts";
import type { Logger } from "pino";
import type { CallTargets } from "../call-targets.ts";
import { runCall } from "../run-call.ts";
import { whileRenewing } from "../../pausing/while-renewing.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import type { Delivery, Events } from "../../storage/repositories/events.ts";

const AT_A_TIME = 8;
const LOOK_EVERY_MS = 5000;
/** Milliseconds without a renewal after which another process takes over a delivery. */
const LEASE_MS = 30_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;
const MOST_ATTEMPTS = 24;
/** Statuses of refusals that may pass with time. */
const PASSING = new Set([408, 425, 429]);

/**
 * Delivers events by the calls that the flow names: at once after a step, and again until they are
 * accepted. Every attempt carries the event's id as Idempotency-Key. Any node delivers the events
 * that another left behind.
 */
export class EventDeliverer {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly deliverDue = coalesced(async () =>
    this.work().catch((error: unknown) => {
      // That the database is away is logged by itself, once.
      if (error instanceof DatabaseUnavailable) return;
      const { name, message } = error as Error;
      this.logger.warn({ err: { name, message } }, "events could not be delivered");
    }),
  );

  constructor(
    private readonly events: Events,
    private readonly targets: CallTargets,
    private readonly library: () => FlowLibrary,
    private readonly logger: Pick<Logger, "warn" | "error">,
  ) {}

  /** Begins to look for events that other nodes left behind. */
  start(): void {
    this.timer = setInterval(() => this.kick(), LOOK_EVERY_MS);
    this.timer.unref();
    this.kick();
  }

  /** Delivers pending events soon. */
  kick(): void {
    void this.deliverDue();
  }

  /** Waits for deliveries in progress. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopped = true;
    await this.deliverDue();
  }

  private async work(): Promise<void> {
    for (let claimed = AT_A_TIME; claimed === AT_A_TIME && !this.stopped;) {
      const due = await this.events.claimDue(AT_A_TIME, LEASE_MS, [...this.library().flows.keys()]);
      claimed = due.length;
      await Promise.all(due.map(async (delivery) => this.deliver(delivery)));
    }
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const { eid, flow, request, attempts } = delivery;
    const compiled = this.library().flows.get(flow);
    const [variant] = compiled?.variants ?? [];
    const flowHere = variant === undefined ? undefined : compiled?.variant(variant);
    const service = flowHere?.services.get(request.service);
    const { status } =
      service === undefined || flowHere === undefined
        ? {}
        : await whileRenewing(
            {
              renew: async () => this.events.renew(delivery, LEASE_MS),
              leaseMs: LEASE_MS,
              report: logErrorsAs(this.logger, "the lease of an event could not be renewed"),
            },
            async () => {
              const made = { flow: flowHere, application: undefined };
              return runCall(request, service, { ...this.targets, made }, eid);
            },
          );
    if (isSuccessStatus(status)) return this.events.delivered(delivery);
    const refused = status !== undefined && status >= 400 && status < 500 && !PASSING.has(status);
    if (refused || attempts >= MOST_ATTEMPTS)
      this.logger.warn(
        { event: eid, call: request.call, status },
        "an event was not taken and is given up",
      );
    await this.events.notDelivered(
      delivery,
      refused || attempts >= MOST_ATTEMPTS
        ? undefined
        : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1)),
    );
  }
}
