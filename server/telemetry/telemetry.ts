/** A call that was made. */
export interface CallMeasurement {
  /** Id of the request that the call was made for; undefined for one of the service's own. */
  readonly request?: string | undefined;
  readonly service: string;
  readonly call: string;
  /** HTTP status, `network` or `timeout`. */
  readonly outcome: string;
  readonly ms: number;
}

/** A step that was taken. */
export interface StepMeasurement {
  readonly flow: string;
  readonly kind: "act" | "open" | "result" | "webhook" | "timer";
  readonly result: "kept" | "refused" | "stale" | "nothing-new";
}

/** A request that was answered. */
export interface RequestTold {
  readonly id: string;
  readonly method: string;
  /** The route's pattern, never the address. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly flow: string;
  readonly screen: string;
  readonly because: string;
}

/** Whoever watches over the service. Told only names out of definitions and code, numbers and outcomes. */
export interface Telemetry {
  step(told: StepMeasurement): void;
  call(told: CallMeasurement): void;
  request(told: RequestTold): void;
  /** A request was turned away. */
  turnedAway(why: "queue" | "lag"): void;
  /** Work with a name, for traces; undefined where nothing is traced. */
  readonly span?: Span | undefined;
}

/** Puts a span around work. */
export type Span = <T>(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  work: () => Promise<T>,
) => Promise<T>;

/** Nobody watches: tests, and the command line. */
export const NO_TELEMETRY: Telemetry = {
  step: () => undefined,
  call: () => undefined,
  request: () => undefined,
  turnedAway: () => undefined,
};
