import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ANSWERS } from "../server/service.ts";

const SCREENS = ["applicant", "business", "category", "address", "identity", "check"] as const;

/** Maximum number of presses of one page, 200 ms apart: outages here are shorter. */
const PRESSES = 50;

/** A submission that was answered: it must never be lost. */
export interface Acknowledged {
  readonly path: string;
  readonly cookie: string;
  readonly screen: (typeof SCREENS)[number];
}

/** How an applicant behaves. */
export interface ApplicantOptions {
  /**
   * Sends everything twice at once, and what came before once more: whatever two answers say, they
   * say the same.
   */
  readonly twice?: boolean;
  /**
   * The platform fails at times, and the page may say so: an application may end early, by a press
   * that its page does not have.
   */
  readonly endsEarly?: boolean;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly cookie: string | undefined;
}

interface Sent {
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

/**
 * One applicant who fills in the form over and over, repeating with the same key what was not
 * answered.
 */
export class Applicant {
  readonly acknowledged: Acknowledged[] = [];
  readonly unexpected: string[] = [];
  /** How applications ended early, and where. */
  readonly early: string[] = [];
  /** Repetitions that were answered as the first was. */
  repeated = 0;
  private running = true;

  constructor(
    private readonly url: string,
    private readonly options: ApplicantOptions = {},
  ) {}

  stop(): void {
    this.running = false;
  }

  async run(): Promise<void> {
    while (this.running) await this.application();
  }

  private async application(): Promise<void> {
    let cookie = "";
    let path = "/get-started";
    let revision = 0;
    let before: Sent | undefined;
    let screen = "";
    // The last press looks for the decision.
    for (const step of ["start", ...SCREENS, "look"] as const) {
      const email = "kim+sbx.approved@example.com";
      const data =
        step === "start" || step === "look"
          ? {}
          : step === "applicant"
            ? { ...ANSWERS.applicant, email, emailConfirm: email }
            : ANSWERS[step];
      const action = step === "look" ? "check" : "submit";
      const press = () => ({
        path,
        key: randomUUID(),
        body: JSON.stringify({ action, data, revision }),
      });
      let sent = press();
      let presses = 1;
      for (let answered = false; !answered;) {
        if (!this.running) return;
        const twins = this.options.twice === true && cookie !== "";
        const [first, second] = await Promise.all([
          this.send(sent, cookie),
          twins ? this.send(sent, cookie) : undefined,
          before === undefined || !twins ? undefined : this.send(before, cookie),
        ]);
        const answer = first ?? second;
        if (answer === undefined) {
          // Without a cookie nothing was acknowledged: begin anew, as a browser would.
          if (cookie === "") return;
          await sleep(50);
          continue;
        }
        if (first !== undefined && second !== undefined) {
          // A poll has a key of its own too; what it found may have moved on between the two.
          if (
            step !== "look" &&
            (first.status !== second.status || placeIn(first) !== placeIn(second))
          )
            this.unexpected.push(
              `${step}: ${first.status} ${placeIn(first)}, and ${second.status} ${placeIn(second)}`,
            );
          else this.repeated++;
        }
        if (answer.status !== 200) {
          if (this.options.endsEarly !== true || answer.status >= 500)
            this.unexpected.push(
              `${step} at ${screen}: ${answer.status} ${answer.text.slice(0, 200)}`,
            );
          else this.early.push(`${step} at ${screen}: ${answer.status}`);
          return;
        }
        cookie = answer.cookie ?? cookie;
        if (step !== "start" && step !== "look")
          this.acknowledged.push({ path, cookie, screen: step });
        const view = JSON.parse(answer.text) as {
          screen?: string;
          path?: string;
          revision?: number;
        };
        if (view.path === undefined) return;
        path = view.path.split("?")[0] ?? path;
        revision = view.revision ?? revision;
        screen = view.screen ?? "";
        before = sent;
        // The page came again, since its call failed: a person presses again.
        answered = step === "look" || screen !== step;
        if (!answered) {
          if (presses++ === PRESSES) {
            this.unexpected.push(`${step}: the same page after ${PRESSES} presses`);
            return;
          }
          sent = press();
          await sleep(200);
        }
      }
    }
  }

  /** Undefined: nothing came back that says anything. */
  private async send({ path, key, body }: Sent, cookie: string): Promise<Answer | undefined> {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "idempotency-key": key,
        ...(cookie === "" ? {} : { cookie }),
      },
      body,
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response === undefined || text === undefined || response.status === 503) return undefined;
    return {
      status: response.status,
      text,
      cookie: response.headers.get("set-cookie")?.split(";")[0],
    };
  }
}

/** How many submissions that were acknowledged are not there. */
export async function missingOf(
  url: string,
  acknowledged: readonly Acknowledged[],
): Promise<number> {
  let missing = 0;
  for (const { path, cookie, screen } of acknowledged) {
    const view = (await (
      await fetch(url + path, { headers: { accept: "application/json", cookie } })
    ).json()) as { screen?: string; data?: Record<string, unknown> };
    // Pages of an application that was handed in are closed: that they are is the proof that they
    // were answered.
    if (view.screen === screen && Object.keys(view.data ?? {}).length === 0) missing++;
  }
  return missing;
}

function placeIn({ text }: Answer): string {
  const { path, screen, type } = JSON.parse(text) as {
    path?: string;
    screen?: string;
    type?: string;
  };
  return [screen, path?.split("?")[0], type].join(" ");
}
