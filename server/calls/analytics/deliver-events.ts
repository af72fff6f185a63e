import type { Logger } from "pino";
import type { CallTargets } from "../run-call.ts";
import { runCall } from "../run-call.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import type { Delivery, Events } from "../../storage/repositories/events.ts";

const AT_A_TIME = 8;
const LOOK_EVERY_MS = 5000;
/** Longer than any call may take: a delivery that a process died over is taken up by another. */
const LEASE_MS = 330_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;
const MOST_ATTEMPTS = 24;
/** Refusals that may be none a little later. */
const PASSING = new Set([408, 425, 429]);

/**
 * Takes events to where they are wanted, by the calls that the flow names: at once after a step, and again until they
 * are taken. Every attempt carries the event's id as Idempotency-Key. Any node does what another left.
 */
export class EventDeliverer {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly events: Events,
    private readonly targets: CallTargets,
    private readonly library: () => FlowLibrary,
    private readonly logger: Pick<Logger, "warn">,
  ) {}

  /** Looks for what others left, from now on. */
  start(): void {
    this.timer = setInterval(() => this.kick(), LOOK_EVERY_MS);
    this.timer.unref();
    this.kick();
  }

  /** There may be something to deliver. */
  kick(): void {
    this.again = true;
    this.working ??= this.work()
      .catch((error: unknown) => this.logger.warn({ err: error }, "events could not be delivered"))
      .finally(() => {
        this.working = undefined;
      });
  }

  /** Lets what is under way finish. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.again = false;
    await this.working;
  }

  private async work(): Promise<void> {
    while (this.again) {
      this.again = false;
      const due = await this.events.takeDue(AT_A_TIME, LEASE_MS);
      await Promise.all(due.map((delivery) => this.deliver(delivery)));
      if (due.length === AT_A_TIME) this.again = true;
    }
  }

  private async deliver({ event, eid, flow, request, attempts }: Delivery): Promise<void> {
    const compiled = this.library().flows.get(flow);
    const [variant] = compiled?.variants ?? [];
    const service =
      variant === undefined ? undefined : compiled?.variant(variant).services.get(request.service);
    // A node that does not have the flow, or not yet, leaves it to others.
    const { status } =
      service === undefined ? {} : await runCall(request, service, this.targets, eid);
    if (status !== undefined && status >= 200 && status < 300) return this.events.delivered(event);
    const refused = status !== undefined && status >= 400 && status < 500 && !PASSING.has(status);
    if (refused || attempts >= MOST_ATTEMPTS)
      this.logger.warn(
        { event: eid, call: request.call, status },
        "an event was not taken and is given up",
      );
    await this.events.notDelivered(
      event,
      refused || attempts >= MOST_ATTEMPTS
        ? undefined
        : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1)),
    );
  }
}
