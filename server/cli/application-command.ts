import { AccessLog } from "../storage/repositories/access-log.ts";
import {
  readOverview,
  type ApplicationOverview,
} from "../storage/repositories/application-overview.ts";
import { Applications, type ApplicationRecord } from "../storage/repositories/applications.ts";
import { subjectOf } from "../storage/repositories/sessions.ts";
import { Versions } from "../storage/repositories/versions.ts";
import { recordKey } from "../storage/secrets/check-keys.ts";
import { whereApplicantIs, type ApplicantPlace } from "./application/where-applicant-is.ts";
import { authorHere } from "./author.ts";
import { withDatabase, type CommandDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";
import { sourcesHere } from "./library-here.ts";

/** Issuer in the access log of those who look by command, and their role. */
const OPERATOR = { issuer: "command line", role: "@operator" };

/** `foyer application`: shows where one application is, and what it waits for. */
export const applicationCommand = defineCommand({
  usage: "application ID [--resend] [--reason TEXT] [--author NAME] [--json]",
  help: `ID is the application's id in the address, or its end of at least six letters and digits, such as the reference that
applicants of a flow read; where several end in it, these are listed. The command shows the screen where the applicant belongs and the rules that
decide it, the version, the last step, calls without a final answer, timers, links that still open, and events of providers
that wait. It shows no answer and no value. The access log (looks) records it under NAME (default: the user of the system)
and TEXT before anything is shown. It changes nothing else, except with --resend: then a node that serves makes the calls
without a final answer again, each with its own Idempotency-Key, and fires what is due.`,
  async run({ options, flags, rest }) {
    const [id] = rest;
    if (id === undefined)
      throw new Error("ID is missing: the application's id, as it stands in the address");
    const sources = await sourcesHere();
    return withDatabase(
      async (opened) => {
        const { database, vault, environment } = opened;
        const applications = new Applications(database, vault);
        const ids = await idsFor(applications, id);
        if (ids.length > 1)
          return { code: 1, data: { ids }, lines: [`several applications end in ${id}:`, ...ids] };
        const record = await applications.byId(ids[0] ?? id);
        const overview =
          record === undefined ? undefined : await readOverview(database, record.key);
        if (record === undefined || overview === undefined)
          throw new Error(`there is no application ${id} in ${opened.place}`);
        const name = options.author ?? authorHere();
        await noteLook(opened, record, { name, reason: options.reason, acts: flags.resend });
        const versions = new Versions(database);
        const place = await whereApplicantIs(record, {
          applications,
          versions,
          sources,
          environment,
        });
        const resent = flags.resend && overview.calls.length > 0;
        if (resent) await applications.makeDue(record.key);
        const again = resent
          ? "A node that serves makes these calls again within a minute of the end of their lease."
          : "There is no call to make again.";
        return {
          code: 0,
          data: { ...headOf(record), ...place, ...overview, resent },
          lines: [...linesOf(record, place, overview), ...(flags.resend ? [again] : [])],
        };
      },
      { exists: true },
    );
  },
});

/** Fewest letters and digits of an id's end by which an application is looked for. */
const LEAST = 6;

/** The id itself, or the ids that end in a reference. */
async function idsFor(applications: Applications, wanted: string): Promise<readonly string[]> {
  const isEnd = new RegExp(`^(?:[A-Za-z0-9][ -]?){${LEAST},}$`).test(wanted);
  const isId = !isEnd || (await applications.byId(wanted)) !== undefined;
  return isId ? [wanted] : applications.idsEndingIn(wanted);
}

/** Records the look, before anything is shown. */
async function noteLook(
  { database, vault }: CommandDatabase,
  { key, id }: ApplicationRecord,
  {
    name,
    reason,
    acts,
  }: { readonly name: string; readonly reason: string | undefined; readonly acts: boolean },
): Promise<void> {
  const person = { issuer: OPERATOR.issuer, subject: name, name };
  await recordKey(database, vault);
  await new AccessLog(database, vault).note({
    application: key,
    role: OPERATOR.role,
    person,
    subject: subjectOf(person),
    kind: acts ? "tried" : "looked",
    path: `foyer application ${id}${acts ? " --resend" : ""}`,
    ...(reason === undefined ? {} : { reason }),
  });
}

function headOf({ id, flow, variant, revision, locale, timers, flowVersion }: ApplicationRecord) {
  return { id, flow, variant, revision, locale, lastVersion: flowVersion, timers };
}

function linesOf(
  {
    id,
    flow,
    variant,
    revision,
    locale,
    timers,
    flowVersion,
    askedAgain,
    unopened,
  }: ApplicationRecord,
  { version, uncompiled, finished, handedIn, screen, path, because, rules }: ApplicantPlace,
  { begunAt, steppedAt, dueAt, lastStep, calls, links, webhooks }: ApplicationOverview,
): readonly string[] {
  const axes = Object.entries(variant).map(([axis, value]) => `${axis} ${String(value)}`);
  return [
    [`${id} of ${flow}`, ...axes, locale ?? []].flat().join(", "),
    `begun ${timeOf(begunAt)}; last step of a person ${timeOf(steppedAt)}; revision ${revision}`,
    `version ${version}${version === flowVersion ? "" : `, last step in ${flowVersion}`}`,
    ...(uncompiled === undefined
      ? []
      : [`the version of the last step counts as live: ${uncompiled}`]),
    `${handedIn ? "handed in" : "not handed in"}, ${finished ? "finished" : "not finished"}`,
    "",
    screen === undefined
      ? `Now: leaves for ${path}, because of ${because}`
      : `Now: "${screen}" at ${path}, because of ${because}`,
    ...ruleLines(rules),
    ...(lastStep === undefined
      ? []
      : [
          `Last step: ${timeOf(lastStep.at)}, ${lastStep.kind} of ${lastStep.actor}, because of ${lastStep.because}`,
        ]),
    ...askedAgain.map(({ path: place }) => `Asked again by a later version: ${place}`),
    ...unopened.map(({ path: place }) => `Sealed with a key that is missing: ${place}`),
    ...listed(
      "Calls without a final answer",
      calls.map(({ name, askedAt, leasedUntil, outcome }) =>
        [
          `${name}, asked ${timeOf(askedAt)}`,
          outcome === undefined ? "no outcome" : `shown as ${outcome}`,
          leasedUntil > new Date()
            ? `a node has it until ${timeOf(leasedUntil)}`
            : "no node has it",
        ].join(", "),
      ),
    ),
    ...listed(
      "Timers",
      timers.map(({ id: timer, since, due, fired }) =>
        [
          `${timer}, since ${since}`,
          due === undefined ? "fires no more" : `due ${due}`,
          `fired ${fired} times`,
        ].join(", "),
      ),
    ),
    ...listed(
      "Links that open",
      links.map(({ role, resource, sentAt, expiresAt, usedAt }) =>
        [
          `${role} ${resource}, sent ${timeOf(sentAt)}, until ${timeOf(expiresAt)}`,
          usedAt === undefined ? "not opened" : `opened ${timeOf(usedAt)}`,
        ].join(", "),
      ),
    ),
    ...listed(
      "Providers it hears from",
      webhooks.map(({ provider, unused }) => `${provider}, ${unused} events not used yet`),
    ),
    `A node looks at it ${dueAt === undefined ? "when a request comes" : timeOf(dueAt)}`,
  ];
}

/** The rules that hold, one a line; those that do not by their names. */
function ruleLines(rules: ApplicantPlace["rules"]): readonly string[] {
  const others = rules.filter(({ held }) => !held).map(({ rule }) => rule);
  return [
    ...rules.flatMap(({ rule, description, held }) =>
      held ? [`  yes ${rule}: ${description}`] : [],
    ),
    ...(others.length === 0 ? [] : [`  no  ${others.join(", ")}`]),
  ];
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? [`${title}: none`]
    : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
