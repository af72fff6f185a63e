import type { Service } from "../../../server/service.ts";
import { fillIn, testService, Visitor } from "../service.ts";
import { GoogleDouble } from "./google-double.ts";
import { PersonaDouble } from "./persona-double.ts";
import { PlaidDouble } from "./plaid-double.ts";
import { StripeDouble } from "./stripe-double.ts";
import { TwilioDouble } from "./twilio-double.ts";

/** The real service with all providers configured, each of them a double. */
export interface ProvidersService {
  readonly service: Service;
  readonly twilio: TwilioDouble;
  readonly persona: PersonaDouble;
  readonly plaid: PlaidDouble;
  readonly google: GoogleDouble;
  readonly stripe: StripeDouble;
  /** What was logged. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** The key that personal values are sealed with. */
export const KEY = Buffer.alloc(32, 9).toString("base64");

/** Starts the doubles, and the service on a database of its own. */
export async function providersService(more: NodeJS.ProcessEnv = {}): Promise<ProvidersService> {
  const doubles = {
    twilio: new TwilioDouble(),
    persona: new PersonaDouble(),
    plaid: new PlaidDouble(),
    google: new GoogleDouble(),
    stripe: new StripeDouble(),
  };
  const all = Object.values(doubles);
  await Promise.all(all.map(async (each) => each.start()));
  const lines: string[] = [];
  const env = {
    FOYER_KEY: KEY,
    PUBLIC_URL: "http://localhost",
    LOG_LEVEL: "trace",
    ...Object.assign({}, ...all.map(({ environment }) => environment)),
    ...more,
  };
  const started = await testService("outside", env, {
    write: (line: string) => void lines.push(line),
  });
  return {
    service: started.service,
    ...doubles,
    lines,
    async stop() {
      await started.stop();
      await Promise.all(all.map(async (each) => each.stop()));
    },
  };
}

/** An applicant who has handed in, with these sandbox tags in the address. */
export async function applied(
  service: Service,
  tags: string,
  headers: Record<string, string> = {},
): Promise<Visitor> {
  const visitor = new Visitor(service, headers);
  await fillIn(visitor, `kim+sbx.${tags}@example.com`);
  await visitor.act("check");
  return visitor;
}

/** The application's id, off the address. */
export function applicationOf(visitor: Visitor): string {
  return decodeURIComponent(visitor.path.split("/")[1] ?? "");
}

/** The view as it is now, on whatever page. */
export async function now(visitor: Visitor): Promise<{ screen: string; because: string }> {
  return (await visitor.get(visitor.path)).json() as { screen: string; because: string };
}
