import { eraseApplication } from "../storage/retention/erase.ts";
import type { Database } from "../storage/database/database.ts";
import { applicationsNaming } from "../storage/retention/find-applications.ts";
import { Applications } from "../storage/repositories/applications.ts";
import { Drafts } from "../storage/repositories/drafts.ts";
import { subjectOf } from "../storage/repositories/sessions.ts";
import { withDatabase } from "./command-database.ts";
import { defineCommand } from "./command.ts";

/** `foyer erase`: erases the data of a person. */
export const eraseCommand = defineCommand({
  usage: "erase --application ID | --person ISSUER|SUBJECT | --find TEXT [--json]",
  help: `--application takes the id in the address. --person takes the issuer and its name for a person, parted by "|", and
erases every application of that person, with the sessions. The command erases journal, calls, keys, links, mails, the
access log, files, drafts, and the data of the embedded platform. Ask the operator of an outside platform yourself. The
fact of the erasure stays, without the data. So does what the access log has of the person's own looks, and attempts,
at applications of others: each goes with its application, and an attempt at one that does not exist after 90 days.
--find erases nothing. It lists the applications in which an answer or a draft contains TEXT, such as a name or an e-mail address.`,
  async run({ options, rest }) {
    const { application: id, person, find } = options;
    if (rest.length > 0 || [id, person, find].filter((each) => each !== undefined).length !== 1)
      throw new Error("say one of --application ID, --person ISSUER|SUBJECT and --find TEXT");
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
          ? await database.query<{ key: string }>(
              "select key from applications where id = $1 or key::text = $1",
              [id],
            )
          : await database.query<{ key: string }>(
              "select key from applications where subject = $1",
              [subject],
            );
      const erased = [];
      for (const { key } of keys) erased.push(await eraseApplication(database, key, "asked"));
      const done = erased.filter((each) => each !== undefined);
      if (subject !== undefined) {
        await database.query("delete from drafts where subject = $1", [subject]);
        await database.query("delete from sessions where subject = $1", [subject]);
        await database.query("delete from guests where subject = $1", [subject]);
      }
      const kept = subject === undefined ? [] : await keptLooks(database, subject);
      if (done.length === 0)
        return { code: 1, data: done, lines: ["There is nothing to erase.", ...kept] };
      const lines = done.map(({ id: gone, rows }) => {
        const counts = Object.entries(rows).map(([table, count]) => `${count} ${table}`);
        return `${gone}: ${counts.join(", ")}`;
      });
      return { code: 0, data: done, lines: [...lines, ...kept] };
    });
  },
});

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
