import { afterAll, beforeAll, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { applied } from "../../providers/providers-service.ts";
import { outsideIsUp, testService, type Visitor } from "../../service.ts";

const outside = await outsideIsUp();
let service: Service;
let stop: () => Promise<void>;
const lines: { readonly call?: string; readonly misfit?: string; readonly msg: string }[] = [];

beforeAll(async () => {
  if (!outside) return;
  const log = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
  ({ service, stop } = await testService("outside", { LOG_LEVEL: "info" }, log));
});
afterAll(async () => stop?.());

/** Opens the page that asks for more, and starts what it offers. */
async function open(visitor: Visitor): Promise<void> {
  await visitor.get(visitor.path);
  await visitor.act("start");
}

it.skipIf(!outside)("the platform answers as the flow's calls declare", async () => {
  for (const tags of [
    "approved",
    "approved-pending.otp",
    "phone",
    "gov-id",
    "ein",
    "owners",
    "declined",
  ])
    await open(await applied(service, tags));
  const made = lines.flatMap(({ msg, call }) => (msg === "a call was answered" ? [call] : []));
  expect([...new Set(made)]).toEqual(
    expect.arrayContaining(["createApplication", "onboardApplication", "openInquiry"]),
  );
  expect(lines.filter(({ misfit }) => misfit !== undefined)).toEqual([]);
});
