/** A measured call. */
export interface CallMeasurement {
  /** Id of the call's request; undefined for a call of the service itself. */
  readonly request?: string | undefined;
  readonly service: string;
  readonly call: string;
  /** HTTP status, `network` or `timeout`. */
  readonly outcome: string;
  readonly ms: number;
  /** With `network`: why there is no answer, in words that hold nothing of the request. */
  readonly reason?: string | undefined;
}

/** An answer that differs from the schema of its call. */
export interface AnswerMisfit {
  /** Id of the request that the call was made for. */
  readonly request?: string | undefined;
  readonly service: string;
  readonly call: string;
  /** The place and the mistake, without the value. */
  readonly misfit: string;
}

/** An exit of a table that leads to an origin which the configuration does not allow. */
export interface RefusedExit {
  /** Id of the request. */
  readonly request?: string | undefined;
  readonly flow: string;
  /** `table/row`. */
  readonly row: string;
}

/** A measured step. */
export interface StepMeasurement {
  readonly flow: string;
  readonly kind: "act" | "open" | "result" | "webhook" | "timer";
  readonly result: "kept" | "refused" | "stale" | "nothing-new";
}

/** A measured request. */
export interface RequestMeasurement {
  readonly id: string;
  readonly method: string;
  /** The route's pattern, never the address. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly flow: string;
  readonly screen: string;
  readonly because: string;
  /** Code of the problem that was answered; empty: none. */
  readonly problem: string;
}

/**
 * Receives the service's measurements: only names of definitions and code, numbers and outcomes.
 */
export interface Telemetry {
  step(measured: StepMeasurement): void;
  call(measured: CallMeasurement): void;
  /** An answer differs from the schema that its call declares. */
  misfit(measured: AnswerMisfit): void;
  refusedExit(measured: RefusedExit): void;
  /** The lease of a call could not be renewed: another process may make the call, too. */
  notRenewed(lease: "call" | "import", error: Error): void;
  /** A call that was not made, since a limit of its definition is reached. */
  limited(measured: { readonly service: string; readonly call: string }): void;
  request(measured: RequestMeasurement): void;
  /** Counts a request refused by admission. */
  turnedAway(why: "queue" | "lag"): void;
  /** Traces named work; undefined without a collector. */
  readonly span?: Span | undefined;
}

/** Runs work within a span. */
export type Span = <T>(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  work: () => Promise<T>,
) => Promise<T>;

/** Discards all measurements, for tests and the command line. */
export const NO_TELEMETRY: Telemetry = {
  step: () => undefined,
  call: () => undefined,
  misfit: () => undefined,
  refusedExit: () => undefined,
  notRenewed: () => undefined,
  limited: () => undefined,
  request: () => undefined,
  turnedAway: () => undefined,
};
