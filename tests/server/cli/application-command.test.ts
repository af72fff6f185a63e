import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicationCommand } from "../../../server/cli/application-command.ts";
import { AccessLog } from "../../../server/storage/repositories/access-log.ts";
import { Applications } from "../../../server/storage/repositories/applications.ts";
import { openVault } from "../../../server/storage/secrets/vault.ts";
import type { Service } from "../../../server/service.ts";
import { Browser } from "../browser.ts";
import { ANSWERS, OUTSIDE, outsideIsUp, testService } from "../service.ts";
import { runCommand } from "./run-command.ts";

const KEY = `k1:${"ab".repeat(32)}`;
const RENTAL = {
  type: "RENT",
  n910: 1,
  countryCode: "US",
  line1: "731 Tamarack Road",
  city: "Chicago",
  territory: "IL",
  zip: "60614",
  paymentMethod: "CARD",
  total: 2995,
};

describe("foyer application", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let browser: Browser;
  let id: string;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      FOYER_KEY: KEY,
      PUBLIC_URL: "http://localhost,http://127.0.0.1",
    }));
    browser = new Browser(service, { host: "127.0.0.1" });
    await browser.open("http://127.0.0.1/get-started");
    await browser.act("submit");
    const email = "kim+sbx.approved@example.com";
    await browser.act("submit", { ...ANSWERS.applicant, email, emailConfirm: email });
    for (const screen of ["business", "category", "address", "identity", "check"] as const)
      await browser.act("submit", ANSWERS[screen]);
    id = decodeURIComponent(browser.path.split("/")[1] ?? "");
  });
  afterAll(() => stop?.());

  async function run(...args: string[]) {
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const url = new URL(OUTSIDE);
    url.pathname = `/${row?.name}`;
    return runCommand(applicationCommand, args, {
      DATABASE_URL: url.href,
      FOYER_KEY: KEY,
      FOYER_ENV: "CI",
    });
  }

  it("shows the screen, the rules that decide, and what waits; no answer and no value", async () => {
    const { code, said } = await run(id, "--author", "Ada", "--reason", "Ticket 1234, stuck");
    expect(code).toBe(0);
    expect(said).toContain(`${id} of merchant-signup`);
    expect(said).toMatch(/^Now: "order" at \/urn:app:\S+\/order, because of handed-in\/order$/m);
    expect(said).toMatch(/^ {2}yes allow:order: /m);
    expect(said).toMatch(/^handed in, /m);
    expect(said).toContain("Calls without a final answer: none");
    const answers = [...Object.values(ANSWERS.applicant), ...Object.values(ANSWERS.identity)];
    for (const text of [
      "kim+sbx",
      "Lund",
      ANSWERS.business.legalName,
      ...answers.filter((each) => each.length > 3),
    ])
      expect(said).not.toContain(text);
  });

  it("writes the access log before anything is shown", async () => {
    const record = await new Applications(service.database, openVault(KEY)).byId(id);
    const log = await new AccessLog(service.database, openVault(KEY)).at(record?.key ?? "");
    expect(log).toEqual([
      expect.objectContaining({
        role: "@operator",
        kind: "looked",
        path: `foyer application ${id}`,
        who: { issuer: "command line", subject: "Ada", name: "Ada" },
        reason: "Ticket 1234, stuck",
      }),
    ]);
  });

  it("--resend has a node make a call without an outcome again, once, under its key", async () => {
    expect((await run(id, "--resend")).said).toContain("There is no call to make again.");
    // A pass for a timer would make the open call before the command does.
    const due = async () =>
      service.database.query(
        "select 1 from applications where least(due_at, timers_at) < now() + interval '1 minute'",
      );
    await expect.poll(due, { timeout: 60_000 }).toEqual([]);
    await browser.act("submit", RENTAL);
    await browser.act("submit", { token: "tok_sbx_visa_0408", brand: "Visa", last4: "0408" });
    await browser.act("submit", RENTAL);
    expect((await run(id)).said).toMatch(
      /Calls without a final answer:\n {2}\w+, asked \S+Z, shown as \w+, no node has it/,
    );
    expect((await run(id, "--resend")).said).toContain(
      "A node that serves makes these calls again",
    );
    const open = async () =>
      service.database.query("select 1 from calls where answered_at is null");
    // What the command promises, though a pass may fail on a busy machine.
    await expect.poll(open, { timeout: 60_000 }).toEqual([]);
    const effects = await service.database.query(
      "select 1 from platform_effects where application = $1 and call = 'payments'",
      [id],
    );
    expect(effects).toHaveLength(1);
  });

  it("refuses an id that is not there", async () => {
    expect(await run("urn:app:unknown")).toMatchObject({
      code: 2,
      said: expect.stringContaining("there is no application urn:app:unknown"),
    });
  });

  it("finds an application by the reference that its applicant reads", async () => {
    const end = id.slice(-8).toUpperCase();
    const { code, said } = await run(`${end.slice(0, 4)}-${end.slice(4)}`);
    expect([code, said.split(",")[0]]).toEqual([0, `${id} of merchant-signup`]);
  });

  it("names the database in which there is no such application", async () => {
    const { code, said } = await run("0000-0000");
    expect(code).toBe(2);
    expect(said).toMatch(/there is no application 0000-0000 in the database \w+ at 127\.0\.0\.1/);
  });

  it("makes no embedded database to look for an application in", async () => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-none-"));
    const { code, said } = await runCommand(applicationCommand, ["an-application"], {
      DATABASE_URL: "",
      FOYER_DATA: folder,
      FOYER_KEY: KEY,
      FOYER_ENV: "CI",
    });
    expect([code, said]).toEqual([
      2,
      `there is no database: DATABASE_URL is not set, and ${folder} has no embedded one`,
    ]);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
