import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { literalsOf } from "../../server/cli/record/originals.ts";
import { recordFixture } from "../../server/cli/record/record-fixture.ts";
import { Journal } from "../../server/storage/repositories/journal.ts";
import { openVault } from "../../server/storage/secrets/vault.ts";
import type { Service } from "../../server/service.ts";
import { shippedSources } from "../definitions.ts";

/** The application that an address belongs to as a fixture, and that fixture replayed. */
export async function recordedOf(service: Service, key: string, path: string, flowId: string) {
  const id = /urn:[a-z]+:[0-9a-f-]{36}/.exec(decodeURIComponent(path))?.[0] ?? "";
  const journal = await new Journal(service.database, openVault(key)).of(id);
  const flow = service.library().flows.get(flowId);
  if (journal === undefined || flow === undefined) throw new Error(`nothing to record at ${path}`);
  const fixture = recordFixture(flow, journal, literalsOf(await shippedSources, flowId));
  return { fixture, id, result: runFixture(flow, fixture) };
}
