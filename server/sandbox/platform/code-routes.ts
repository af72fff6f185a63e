import { ownMember } from "../../../engine/language/json.ts";
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { APPLICATIONS } from "./application-routes.ts";
import { done, refused, type Answer } from "./answer.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import { phoneLinkOf, phoneOf } from "./phone-links.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { applicationRoute } from "./route.ts";
import { object, YES_NO } from "./schemas/parts.ts";
import { UPDATED, updated } from "./step-up-answer.ts";
import { answered } from "./standing.ts";

const LIFETIME_MS = 600_000;
const ATTEMPTS_PER_CODE = 5;
const CODES_PER_HOUR = 5;
/** Codes a day: guessing all of them is right less than once in ten thousand days. */
const CODES_PER_DAY = 10;
const CODES_PER_PHONE_AND_DAY = 15;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Fictional numbers, which QA uses without a limit. */
const FICTIONAL = /55501\d\d$/;

/** The result of a code that another service sent and checked. */
const VERIFICATION = object(
  {
    id: {
      type: "string",
      pattern: "^[0-9A-Za-z_-]{1,100}$",
      description: "Of the verification, at the service that made it",
    },
    status: { const: "approved" },
  },
  ["id", "status"],
);

const ABOUT = { section: "Step-ups", method: "POST" } as const;

/** One-time codes sent by SMS (spec 1 §7, N-17). */
export function codeRoutes(app: FastifyInstance, tools: PlatformTools): void {
  sendCodeRoute(app, tools);
  answerCodeRoute(app, tools);
}

function sendCodeRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/otp-code`,
      call: "otp-code",
      summary: "Sends a code to the applicant's phone",
      answer: object(
        { attempts: { type: "integer", description: "How often the code may be entered" } },
        ["attempts"],
      ),
    },
    async (work, application) => {
      const now = work.now();
      const sent = (application.code?.sent ?? []).filter(
        (at) => Date.parse(now) - Date.parse(at) < DAY_MS,
      );
      const lately = sent.filter((at) => Date.parse(now) - Date.parse(at) < HOUR_MS);
      const phone = phoneOf(application);
      const limited =
        phone !== "" &&
        !(Object.keys(work.tables().values.codes).length > 0 && FICTIONAL.test(phone));
      const toPhone = limited
        ? await work.codes.sentSince(phone, new Date(Date.parse(now) - DAY_MS).toISOString())
        : 0;
      if (
        lately.length >= CODES_PER_HOUR ||
        sent.length >= CODES_PER_DAY ||
        toPhone >= CODES_PER_PHONE_AND_DAY
      )
        return {
          ...refused(429, "Too many codes were asked for"),
          headers: { "retry-after": "3600" },
        };
      if (phoneLinkOf(application, work.tables()).undeliverable === true)
        return refused(400, "The message cannot be delivered to this phone");
      const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
      if (limited) await work.codes.note(phone, application.id, now);
      await work.applications.save({
        ...application,
        code: {
          hash: hashOf(code, application.id),
          sentAt: now,
          attempts: 0,
          sent: [...sent, now],
        },
      });
      return done({ attempts: ATTEMPTS_PER_CODE });
    },
  );
}

function answerCodeRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<
    { code?: string | null; verification?: { readonly id: string } } | null,
    { skip?: string }
  >(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/step-ups/otp`,
      call: "step-ups/otp",
      summary:
        "Takes the code that was entered, the result of the service that sent and checked one, or passes over it",
      query: object({ skip: YES_NO }),
      body: {
        ...object({
          code: { type: ["string", "null"], pattern: "^[0-9]{6}$" },
          verification: VERIFICATION,
        }),
        type: ["object", "null"],
      },
      answer: UPDATED,
    },
    async (work, application, { body, query }) => {
      const tables = work.tables();
      const passedOver = query.skip === "true";
      const next = answered(
        application,
        "step-ups/otp",
        tables,
        passedOver ? [tables.answers.skipAsksFor] : [],
      );
      // Without a pending check the step-up is done already.
      if (passedOver || next === application) return updated(work, application, next);
      if (body?.verification !== undefined)
        return updated(work, application, { ...next, code: undefined });
      const attempts = (application.code?.attempts ?? 0) + 1;
      const verdict = checkCode(work, application, attempts, body?.code ?? "");
      if (verdict === "right") return updated(work, application, { ...next, code: undefined });
      if (application.code !== undefined)
        await work.applications.save({ ...application, code: { ...application.code, attempts } });
      return VERDICTS[verdict];
    },
  );
}

const VERDICTS: Readonly<Record<"wrong" | "expired" | "error", Answer>> = {
  wrong: { status: 400, counts: true, body: { code: "wrong", message: "The code does not match" } },
  expired: {
    status: 400,
    counts: true,
    body: { code: "expired", message: "The code has expired" },
  },
  error: { status: 500, body: { message: "Service temporarily unavailable" } },
};

function checkCode(
  work: Work,
  { id, code }: PlatformApplication,
  attempts: number,
  entered: string,
): "right" | "wrong" | "expired" | "error" {
  if (
    code === undefined ||
    attempts > ATTEMPTS_PER_CODE ||
    Date.parse(work.now()) - Date.parse(code.sentAt) > LIFETIME_MS
  )
    return "expired";
  const { codes } = work.tables().values;
  const documented = ownMember(codes, entered);
  if (documented !== undefined) return documented;
  return timingSafeEqual(Buffer.from(hashOf(entered, id)), Buffer.from(code.hash))
    ? "right"
    : "wrong";
}

function hashOf(code: string, id: string): string {
  return createHmac("sha256", id).update(code).digest("hex");
}
