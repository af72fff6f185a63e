import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AccessLog } from "../../../../server/storage/repositories/access-log.ts";
import { rotateKeys } from "../../../../server/storage/secrets/rotate.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const [OLD, NEW] = [`old:${key(7)}`, `new:${key(8)}`];

describe("AccessLog", { skip: !(await outsideIsUp()) }, () => {
  let own: Awaited<ReturnType<typeof openOwnDatabase>>;
  beforeAll(async () => {
    own = await openOwnDatabase();
  });
  afterAll(async () => own?.close());

  it("opens refusals about unknown applications after a change of keys", async () => {
    const vaultOf = (keys: string) => openVault(keys, { sealing: () => "bound" });
    await new AccessLog(own.database, vaultOf(OLD)).note({
      application: undefined,
      role: "",
      person: { issuer: "https://sign-in.example", subject: "robin", name: "Robin" },
      subject: Buffer.alloc(32, 1),
      kind: "refused",
      path: "",
      reason: "A question of theirs",
    });
    const { rows, unopened } = await rotateKeys(own.database, vaultOf(`${NEW},${OLD}`));
    expect([rows, unopened]).toEqual([{ looks: 2 }, []]);
    expect(await new AccessLog(own.database, vaultOf(NEW)).at(undefined)).toMatchObject([
      { who: { name: "Robin" }, reason: "A question of theirs" },
    ]);
  });
});
