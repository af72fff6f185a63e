import { text } from "node:stream/consumers";
import { eraseApplication, type Erased } from "../storage/retention/erase.ts";
import type { Database } from "../storage/database/database.ts";
import { applicationsNaming } from "../storage/retention/find-applications.ts";
import { Applications } from "../storage/repositories/applications.ts";
import { Drafts } from "../storage/repositories/drafts.ts";
import { subjectOf } from "../storage/repositories/sessions.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand, type Report } from "./command.ts";
import { Failures } from "./failures.ts";
import { readGivenFile } from "./read-given-file.ts";

/** `foyer erase`: erases the data of a person. */
export const eraseCommand = defineCommand({
  usage:
    "erase --application ID | --person ISSUER|SUBJECT | --find TEXT | --list | --again FILE [--json]",
  help: `--application takes the id in the address. --person takes the issuer and its name for a person, parted by "|", and
erases every application of that person, with the sessions, and closes the links that let them into others; what they gave there
stays, and is listed. The command erases journal, calls, keys, links, mails, the
access log, files, drafts, and the data of the embedded platform. Ask the operator of an outside platform yourself. The
fact of the erasure stays, without the data. So does what the access log has of the person's own looks, and attempts,
at applications of others: each goes with its application, and an attempt at one that does not exist after 90 days.
--find erases nothing. It lists the applications in which an answer or a draft contains TEXT, such as a name or an e-mail address;
"-" reads TEXT from the standard input, so that it is left out of the shell's history and the list of processes.
--list prints a line for each erasure: the hash of the application's id, and the day. It says nothing of a person; keep it
beside the backups. --again erases after a restore what such a list names. What fails delays nothing else: it is listed,
with exit 1.`,
  async run({ options, flags }) {
    const { application: id, person, again } = options;
    const find = options.find === "-" ? (await text(process.stdin)).trim() : options.find;
    const said = [id, person, find, again, flags.list ? "list" : undefined];
    if (said.filter((each) => each !== undefined).length !== 1)
      throw new Error(
        "say one of --application ID, --person ISSUER|SUBJECT, --find TEXT, --list and --again FILE",
      );
    if (flags.list) return withDatabase(async ({ database }) => listErasures(database));
    if (again !== undefined) {
      const hashes = hashesOf(await readGivenFile(again, "a list that --list wrote"));
      return withDatabase(async ({ database }) => eraseAgain(database, hashes));
    }
    if (find?.trim() === "")
      throw new Error("--find needs a text, such as a name or an e-mail address");
    return withDatabase(async ({ database, vault }) => {
      const applications = new Applications(database, vault);
      if (find !== undefined) {
        const flows = (
          await database.query<{ flow: string }>(
            "select distinct flow from applications order by flow",
          )
        ).map(({ flow }) => flow);
        const found = (
          await applicationsNaming(find, flows, applications, new Drafts(database, vault))
        ).map((each) => ({ id: each.id, at: each.because }));
        const lines = found.map((each) => `${each.id}  ${each.at}`);
        return { code: 0, data: found, lines: lines.length === 0 ? ["There is none."] : lines };
      }
      const subject = person === undefined ? undefined : subjectOf(identity(person));
      const keys =
        subject === undefined
          ? await database.query<Named>(
              "select key, coalesce(id, key::text) as id from applications where id = $1 or key::text = $1",
              [id],
            )
          : await database.query<Named>(
              "select key, coalesce(id, key::text) as id from applications where subject = $1",
              [subject],
            );
      const failures = new Failures();
      const done = await eraseAll(database, keys, failures);
      const kept = subject === undefined ? [] : await erasePerson(database, subject, failures);
      const nothing = done.length === 0 && failures.all.length === 0;
      return {
        code: done.length === 0 || failures.all.length > 0 ? 1 : 0,
        data: [...done, ...failures.all],
        lines: [...(nothing ? ["There is nothing to erase."] : erasedLines(done)), ...kept],
        errors: failures.lines,
      };
    });
  },
});

/** An application, with the id that its failure is listed under. */
interface Named {
  key: string;
  id: string;
}

async function eraseAll(
  database: Database,
  applications: readonly Named[],
  failures: Failures,
): Promise<readonly Erased[]> {
  const erased = await failures.each(
    applications,
    ({ id }) => id,
    async ({ key }) => (await eraseApplication(database, key, "asked")) ?? [],
  );
  return erased.flat();
}

/** Erases what a person has beside applications of their own. @returns what stays, in words */
async function erasePerson(
  database: Database,
  subject: Buffer,
  failures: Failures,
): Promise<readonly string[]> {
  const given = await givenAsGuest(database, subject);
  await failures.each(
    ["drafts", "sessions", "guests", "idempotency_keys"],
    (table) => `the person's ${table}`,
    async (table) => database.query(`delete from ${table} where subject = $1`, [subject]),
  );
  await failures.each(
    ["links"],
    (links) => `the person's ${links}`,
    async () =>
      database.query(
        `update grants set revoked_at = coalesce(revoked_at, now()), used_by = null
         where used_by = $1`,
        [subject],
      ),
  );
  return failures.isOver ? [] : [...given, ...(await keptLooks(database, subject))];
}

/** What a person gave in applications of others, which stays with those. */
async function givenAsGuest(database: Database, subject: Buffer): Promise<readonly string[]> {
  const links = await database.query<{ id: string; role: string; resource: string }>(
    `select distinct coalesce(a.id, a.key::text) as id, g.role, g.thing as resource
     from grants g join applications a on a.key = g.application
     where g.used_by = $1 and a.subject <> $1 order by id`,
    [subject],
  );
  return links.map(
    ({ id, role, resource }) =>
      `${id} keeps what the person gave there as ${role} ${resource}, files included: ` +
      "have it removed there, or erase that application.",
  );
}

function erasedLines(done: readonly Erased[]): readonly string[] {
  return done.map(({ id, rows }) => {
    const counts = Object.entries(rows).map(([table, count]) => `${count} ${table}`);
    return `${id}: ${counts.join(", ")}`;
  });
}

/** Lists the erasures by hash and day, the latest last. */
async function listErasures(database: Database): Promise<Report> {
  const rows = await database.query<{ application: string; day: string }>(
    `select encode(application, 'hex') as application, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day
     from erasures order by id`,
  );
  return {
    code: 0,
    data: rows,
    lines: rows.map(({ application, day }) => `${application} ${day}`),
  };
}

/** @throws Error for a line that no list has */
function hashesOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [hash = ""] = line.trim().split(" ");
    if (hash === "") return [];
    if (!/^[0-9a-f]{64}$/.test(hash))
      throw new Error(`--again wants a file that --list wrote, and not the line "${line}"`);
    return [hash];
  });
}

/** Erases the applications whose ids have these hashes. */
async function eraseAgain(database: Database, hashes: readonly string[]): Promise<Report> {
  const keys = await database.query<Named>(
    `select key, coalesce(id, key::text) as id from applications
     where encode(sha256(convert_to(coalesce(id, key::text), 'UTF8')), 'hex') = any($1::text[])`,
    [hashes],
  );
  const failures = new Failures();
  const done = await eraseAll(database, keys, failures);
  const lines = keys.length === 0 ? ["Nothing of the list is here."] : erasedLines(done);
  return {
    code: failures.all.length === 0 ? 0 : 1,
    data: [...done, ...failures.all],
    lines,
    errors: failures.lines,
  };
}

/**
 * Says what stays of a person in the access log: it shows who tried and looked at applications of
 * others, and a person cannot have that removed.
 */
async function keptLooks(database: Database, subject: Buffer): Promise<readonly string[]> {
  const [row] = await database.query<{ count: number }>(
    "select count(*)::int as count from looks where subject = $1",
    [subject],
  );
  return row === undefined || row.count === 0
    ? []
    : [`The access log keeps ${row.count} of the person's looks and attempts at others.`];
}

function identity(text: string): { readonly issuer: string; readonly subject: string } {
  const at = text.lastIndexOf("|");
  if (at <= 0 || at === text.length - 1)
    throw new Error('--person wants the issuer and its name for the person, parted by "|"');
  return { issuer: text.slice(0, at), subject: text.slice(at + 1) };
}
