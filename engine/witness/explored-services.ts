import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { callName, resultOf } from "../fixtures/fixture-calls.ts";
import type { FixtureSandbox } from "../fixtures/fixture-sandbox.ts";
import type { JourneyServices, ServiceAnswer } from "../fixtures/fixture-services.ts";
import type { FixtureAnswer } from "../language/fixture.ts";
import type { CallRequest } from "../transition/input.ts";
import { callAnswers, fixtureAnswer, type SampledAnswer } from "./call-answers.ts";
import type { RuleConstants } from "./rule-constants.ts";

/**
 * The answers that the calls of an explored step get.
 *
 * @param name as a fixture names the call
 * @param at number of calls of the step before this one
 * @returns undefined where the services choose the answer
 */
export type Script = (name: string, at: number) => FixtureAnswer | undefined;

/** A call of an explored step, with its answer. */
export interface ExploredCall {
  /** As a fixture names it. */
  readonly name: string;
  readonly answer: FixtureAnswer;
  /** The flow's sandbox gives this answer by itself. */
  readonly sandboxed: boolean;
  /** Every answer that is worth a try. */
  samples(): readonly SampledAnswer[];
}

/** The services of one explored step: they answer as the script says, then plainly. */
export class ExploredServices implements JourneyServices {
  readonly made: ExploredCall[] = [];

  constructor(
    private readonly flow: CompiledVariant,
    private readonly constants: RuleConstants,
    private readonly sandbox: FixtureSandbox,
    private readonly script: Script,
  ) {}

  answer(request: CallRequest, now: string): ServiceAnswer {
    const name = callName(request);
    const scripted = this.script(name, this.made.length);
    const sandboxed = scripted === undefined ? this.sandbox.answer(request, now) : undefined;
    let samples: readonly SampledAnswer[] | undefined;
    const sampled = () =>
      (samples ??= callAnswers(this.flow, request, { now, constants: this.constants }));
    const answer =
      scripted ??
      (sandboxed === undefined ? (sampled()[0]?.answer ?? {}) : fixtureAnswer(sandboxed));
    this.made.push({
      name,
      answer,
      sandboxed: sandboxed !== undefined,
      samples: sampled,
    });
    return {
      result: sandboxed ?? resultOf(answer),
      named: answer.answer !== undefined,
      meanwhile: answer.meanwhile,
    };
  }
}
