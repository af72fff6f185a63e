import { allOf } from "../all-of.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json } from "../../../../engine/language/json.ts";
import { eraseCommand } from "../../../../server/cli/erase-command.ts";
import { retainCommand } from "../../../../server/cli/retain-command.ts";
import { rotateKeysCommand } from "../../../../server/cli/rotate-keys-command.ts";
import { sealCommand } from "../../../../server/cli/seal-command.ts";
import { Applications } from "../../../../server/storage/repositories/applications.ts";
import { dueApplications } from "../../../../server/storage/retention/find-applications.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import type { Service } from "../../../../server/service.ts";
import { ANSWERS, OUTSIDE, outsideIsUp, testService, Visitor } from "../../service.ts";
import { runCommand } from "../../../../server/cli/command.ts";

const outside = await outsideIsUp();
const FIRST = `k1:${Buffer.alloc(32, 7).toString("base64")}`;
const SECOND = `k2:${Buffer.alloc(32, 8).toString("base64")}`;

let service: Service;
let stop: () => Promise<void>;

beforeAll(async () => {
  if (outside) ({ service, stop } = await testService("outside", { FOYER_KEY: FIRST }));
});
afterAll(() => stop?.());

/** A visitor who has told of the applicant and the business. */
async function begun(firstName: string, dba: string = ANSWERS.business.dba) {
  const visitor = new Visitor(service);
  await visitor.get("/get-started");
  await visitor.act("submit");
  await visitor.act("submit", { ...ANSWERS.applicant, firstName });
  const page = visitor.path;
  await visitor.get(page);
  await visitor.type({ dba: "typed and not sent" });
  await visitor.act("submit", { ...ANSWERS.business, dba });
  return { visitor, page, id: decodeURIComponent(page).split("/")[1] ?? "" };
}

/** Runs a command on this database. @returns its exit code, and what it said */
async function run(
  command: typeof rotateKeysCommand,
  args: readonly string[],
  keys: string,
): Promise<{ readonly code: number; readonly said: string }> {
  const [row] = await service.database.query<{ name: string }>("select current_database() as name");
  const url = new URL(OUTSIDE);
  url.pathname = `/${row?.name}`;
  vi.stubEnv("DATABASE_URL", url.href).stubEnv("FOYER_KEY", keys).stubEnv("FOYER_ENV", "CI");
  const said: string[] = [];
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void said.push(line));
  const code = await runCommand(command, args, false);
  return { code, said: said.join("\n") };
}
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("commands", { skip: !outside }, () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await begun("Ysolde"));
    // A box that nobody has the key of, one of somebody else, and one that was changed.
    await service.database.query(
      `update applications set state = jsonb_set(jsonb_set(jsonb_set(state,
        '{applicant,firstName}', '{"$sealed":"sealed:v2:k9:AAAA:AAAA:AAAA"}'),
        '{applicant,lastName}', state->'applicant'->'firstName'),
        '{company,dba}', '{"$sealed":"sealed:v2:k1:AAAA:AAAA:AAAA"}') where id = $1`,
      [id],
    );
    await service.database.query(
      "update drafts set body = 'sealed:v2:k1:AAAA:AAAA:AAAA' where application = (select key from applications where id = $1)",
      [id],
    );
  });
  const boxes = () => service.database.query("select state from applications where id = $1", [id]);

  it("rotate-keys: reports boxes that cannot be opened, leaves them, and reseals all others", async () => {
    const [{ key } = { key: "" }] = await service.database.query<{ key: string }>(
      "select key from applications where id = $1",
      [id],
    );
    const { code, said } = await run(rotateKeysCommand, ["--force"], `${SECOND},${FIRST}`);
    // The serving node still seals with the former key, so that key has to stay.
    expect(code).toBe(1);
    expect(said).toMatch(/Not done: \S+ \d+ still closes with its own first key.* keep k1 until/);
    expect(said).not.toContain("Left to do");
    for (const [path, why] of [
      ["applicant.firstName", '"k9" is not among'],
      ["applicant.lastName", "moved here"],
      ["company.dba", "changed"],
    ])
      expect(said).toMatch(new RegExp(`applications\\.state ${key} ${path} .*${why}`));
    expect(said).toContain("Everything else is closed with k2");
    expect(JSON.stringify(await boxes())).toContain('{"$sealed":"sealed:v2:k9:AAAA:AAAA:AAAA"}');
    const [row] = await service.database.query<{ email: string }>(
      "select state->'applicant'->'email'->>'$sealed' as email from applications where id = $1",
      [id],
    );
    expect(row?.email).toMatch(/^sealed:v2:k2:/);
    // And back, for the others here.
    expect((await run(rotateKeysCommand, [], `${FIRST},${SECOND}`)).code).toBe(0);
  });

  it("rotate-keys: names the nodes that lack the new key, and changes nothing", async () => {
    const before = await boxes();
    const { code, said } = await run(rotateKeysCommand, [], `${SECOND},${FIRST}`);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^\S+ \d+ does not hold the key k2 .* nothing was changed/),
    ]);
    expect(await boxes()).toEqual(before);
    // Nor is the key recorded: a node without it may still start.
    expect(await service.database.query("select id from sealing_keys")).toEqual([{ id: "k1" }]);
  });

  it("rotate-keys --without: gives no key up while a node lacks the new one", async () => {
    const { code, said } = await run(rotateKeysCommand, ["--without", "k9"], `${SECOND},${FIRST}`);
    expect([code, said]).toEqual([1, expect.stringContaining("nothing was changed")]);
    expect(await service.database.query("select id from sealing_keys")).toEqual([{ id: "k1" }]);
  });

  it("seal: names the nodes that lack its key, and changes nothing", async () => {
    const before = await boxes();
    const refused = run(sealCommand, [], `${SECOND},${FIRST}`);
    await expect(refused).rejects.toThrow(/ \d+ does not hold the key k2 .* nothing was changed/);
    expect(await boxes()).toEqual(before);
    const { code } = await run(sealCommand, ["--dry-run"], `${SECOND},${FIRST}`);
    expect(code).toBe(0);
  });

  it("rotate-keys: says that the nodes that serve close with the key", async () => {
    const { said } = await run(rotateKeysCommand, [], `${FIRST},${SECOND}`);
    expect(said).toContain("the one node that serves closes with k1");
  });

  it("erase --find: finds others, and reports what it could not search", async () => {
    const found = await begun("Kim", "Brightwater Post");
    const { code, said } = await run(eraseCommand, ["--find", "Brightwater Post"], FIRST);
    expect(code).toBe(0);
    expect(said).toContain(found.id);
    expect(said).toMatch(/applications\.state .* applicant\.firstName cannot be opened/);
  });

  it("retain: does not stop, and erases nothing that it cannot read", async () => {
    await service.database.query(
      "update applications set updated_at = now() - interval '3000 days' where id = $1",
      [id],
    );
    const flow = service.library().flows.get("merchant-signup");
    if (flow === undefined) throw new Error("no flow");
    const applications = new Applications(service.database, openVault(FIRST));
    const due = await allOf(dueApplications(flow, applications, "CI", new Date().toISOString()));
    expect(due.map((each) => each.id)).not.toContain(id);
    const { code, said } = await run(retainCommand, ["--dry-run"], FIRST);
    expect(code).toBe(0);
    expect(said).toContain("cannot be opened");
  });
});

describe("unbound boxes of a former release", { skip: !outside }, () => {
  /** The format of a service that was there before this version. */
  const beside = async (work: () => Promise<void>) => {
    await service.database.query("update sealing set format = 'unbound'");
    const other = await testServiceBeside();
    const own = service;
    service = other;
    try {
      await work();
    } finally {
      service = own;
      await other.stop();
    }
  };
  const testServiceBeside = async () => {
    const { startService } = await import("../../../../server/service.ts");
    const { readConfig } = await import("../../../../server/settings/config.ts");
    const { PROJECT, compileOnce } = await import("../../../definitions.ts");
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const url = new URL(OUTSIDE);
    url.pathname = `/${row?.name}`;
    const env = {
      FOYER_ENV: "CI",
      DATABASE_URL: url.href,
      FOYER_KEY: FIRST,
      LOG_LEVEL: "silent",
      PORT: "0",
      FOYER_LAG_MS: "0",
      FOYER_DRAIN_MS: "0",
    };
    return startService(readConfig(env, PROJECT), PROJECT, { env, compile: compileOnce });
  };
  const stateOf = async (id: string): Promise<{ state: Json; bound: number | null }> => {
    const [row] = await service.database.query<{ state: Json; bound: number | null }>(
      "select state, bound_revision as bound from applications where id = $1",
      [id],
    );
    if (row === undefined) throw new Error(`no application ${id}`);
    return row;
  };

  it("is read and written in the former format until --bind, and opens nowhere else afterwards", async () => {
    await beside(async () => {
      const one = await begun("Ysolde");
      const thief = await begun("Kim");
      const { state, bound } = await stateOf(one.id);
      expect(bound).toBeNull();
      // As the version before stores and reads it.
      expect(state).toMatchObject({
        applicant: { firstName: expect.stringMatching(/^sealed:v1:k1:/) as string },
      });
      // A text that looks like a box is sealed: the version before shows it as it was typed.
      let box = "_";
      // One whose letters a trading name may have.
      while (box.includes("_")) {
        const { applicant } = (await stateOf((await begun("Ysolde")).id)).state as {
          readonly applicant: { readonly firstName: string };
        };
        box = applicant.firstName;
      }
      await thief.visitor.get(thief.page);
      const typed = box;
      await thief.visitor.act("submit", { ...ANSWERS.business, dba: typed });
      expect((await thief.visitor.get(thief.page)).json()).toMatchObject({ data: { dba: typed } });

      // The version before stored what was typed as it was: the box of somebody else, as a text.
      await thief.visitor.get(thief.page);
      await service.database.query(
        "update applications set state = jsonb_set(state, '{company,dba}', to_jsonb($2::text)) where id = $1",
        [thief.id, typed],
      );

      const { code, said } = await run(rotateKeysCommand, ["--bind"], FIRST);
      expect([code, said]).toEqual([0, expect.stringContaining("is closed with k1")]);
      const [format] = await service.database.query<{ format: string }>(
        "select format from sealing",
      );
      expect(format?.format).toBe("bound");
      expect(JSON.stringify((await stateOf(one.id)).state)).toContain("sealed:v2:k1:");
      await vi.waitFor(
        async () => {
          // The node has heard of it, shows what was given, and what was typed as it was typed.
          expect((await one.visitor.get(one.page)).json()).toMatchObject({
            data: { dba: ANSWERS.business.dba },
          });
          expect((await thief.visitor.get(thief.page)).json()).toMatchObject({
            data: { dba: typed },
          });
        },
        { timeout: 10_000 },
      );

      // A box of the former format, kept from before, opens nowhere any more.
      await service.database.query(
        "update applications set state = jsonb_set(state, '{company,dba}', jsonb_build_object('$sealed', $2::text)) where id = $1",
        [thief.id, box],
      );
      await vi.waitFor(
        async () => {
          const seen = await thief.visitor.get(thief.page);
          expect(seen.statusCode).toBe(200);
          expect((seen.json() as { data: object }).data).not.toHaveProperty("dba");
          expect(seen.body).not.toContain("Ysolde");
        },
        { timeout: 10_000 },
      );
    });
  });

  it("cannot be written over by the version before once it is bound", async () => {
    const { id } = await begun("Ysolde");
    expect((await stateOf(id)).bound).not.toBeNull();
    await expect(
      service.database.query(
        "update applications set state = '{}', revision = revision + 1 where id = $1",
        [id],
      ),
    ).rejects.toThrow(/applications_bound/);
  });
});
