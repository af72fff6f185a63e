import { afterAll, beforeAll, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { applied } from "../../providers/providers-service.ts";
import { outsideIsUp, testService } from "../../service.ts";

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

it.skipIf(!outside)("the platform answers what the calls of the flow declare", async () => {
  for (const tags of ["approved", "approved-pending.otp", "owners", "upgrade.ssn", "declined"])
    await applied(service, tags);
  const made = lines.flatMap(({ msg, call }) => (msg === "a call was answered" ? [call] : []));
  expect([...new Set(made)]).toEqual(
    expect.arrayContaining(["createApplication", "onboardApplication"]),
  );
  expect(lines.filter(({ misfit }) => misfit !== undefined)).toEqual([]);
});
