import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../../server/settings/config.ts";
import { eraseApplication } from "../../../../server/storage/retention/erase.ts";
import { giveUpKey } from "../../../../server/storage/secrets/check-keys.ts";
import { startService, type Service } from "../../../../server/service.ts";
import { compileOnce, PROJECT } from "../../../definitions.ts";
import { fillInButIdentity, OUTSIDE, outsideIsUp, testService, Visitor } from "../../service.ts";

const outside = await outsideIsUp();
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");

describe("a start", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let visitor: Visitor;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", { FOYER_KEY: `old:${keyOf(7)}` }));
    visitor = new Visitor(service);
    await fillInButIdentity(visitor);
  });
  afterAll(() => stop?.());

  /**
   * A start on the same database. @returns what it said of why not; undefined: it is up, and ends
   */
  async function startWith(keys: string): Promise<string | undefined> {
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const url = new URL(OUTSIDE);
    url.pathname = `/${row?.name}`;
    const env = {
      FOYER_ENV: "CI",
      DATABASE_URL: url.href,
      FOYER_KEY: keys,
      LOG_LEVEL: "silent",
      PORT: "0",
      FOYER_DRAIN_MS: "0",
    };
    try {
      const config = readConfig(env, PROJECT);
      const other = await startService(config, PROJECT, { env, compile: compileOnce });
      await other.stop();
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  it("is refused without a key that something is closed with", async () => {
    expect(await startWith(`new:${keyOf(8)}`)).toMatch(
      /FOYER_KEY cannot open.*\n.*the key "old" was used here and is not among FOYER_KEY[^]*RUNBOOK/,
    );
  });

  it("is refused with another key of the same name", async () => {
    expect(await startWith(`old:${keyOf(8)}`)).toContain(
      'the key "old" is not the one of this name',
    );
  });

  it("reports every problem of FOYER_KEY at once, and every missing key", async () => {
    const said = await startWith(`a b:${keyOf(1)},short:AAAA,two:${keyOf(2)},two:${keyOf(3)}`);
    for (const problem of ['"a b"', '"short" of 3 bytes', 'two keys with the id "two"'])
      expect(said).toContain(problem);
    expect(await startWith(`mid:${keyOf(5)},old:${keyOf(7)}`)).toBeUndefined();
    const both = await startWith(`new:${keyOf(8)}`);
    for (const id of ["mid", "old"]) expect(both).toContain(`"${id}"`);
    await service.database.query("delete from sealing_keys where id = 'mid'");
  });

  it("fails by the tables' contents where no keys are recorded yet", async () => {
    const kept = await service.database.query<{ id: string; probe: string }>(
      "delete from sealing_keys returning id, probe",
    );
    expect(await startWith(`new:${keyOf(8)}`)).toMatch(
      /journal\.input holds values of the key "old"/,
    );
    expect(await startWith(`old:${keyOf(8)}`)).toMatch(
      /holds values that the key "old" does not open/,
    );
    for (const { id, probe } of kept)
      await service.database.query("insert into sealing_keys (id, probe) values ($1, $2)", [
        id,
        probe,
      ]);
  });

  it("succeeds with typed text that looks like a box, and with a changed row", async () => {
    await visitor.get(visitor.path);
    await visitor.type({ dob: "sealed:v2:k9:AAAA:AAAA:AAAA" });
    await service.database.query("update drafts set body = 'sealed:v2:old:AAAA:AAAA:AAAA'");
    await service.database.query(
      `update applications set state = jsonb_set(state, '{context}', '{"source":"sealed:v1:k9:A:A:A"}')`,
    );
    expect(await startWith(`old:${keyOf(7)}`)).toBeUndefined();
  });

  it("succeeds without a key that is given up for lost, and after all of its data was erased", async () => {
    await giveUpKey(service.database, "old");
    expect(await startWith(`new:${keyOf(8)}`)).toBeUndefined();
    const [row] = await service.database.query<{ key: string }>("select key from applications");
    await eraseApplication(service.database, row?.key ?? "", "asked");
    expect(await startWith(`old:${keyOf(7)},new:${keyOf(8)}`)).toBeUndefined();
  });
});
