import { openVault } from "../../../server/storage/secrets/vault.ts";
import { freePort } from "../../../server/storage/database/free-port.ts";
import { Applications } from "../../../server/storage/repositories/applications.ts";
import type { ApplicationRecord } from "../../../server/storage/repositories/applications.ts";
import type { Service } from "../../../server/service.ts";
import { testService } from "../../server/service.ts";
import { ContraryPlatform } from "./contrary-platform.ts";
import { compileWithShortWaits } from "./short-waits.ts";

const KEY = Buffer.alloc(32, 5).toString("base64");

/** Effects of journeys at the platform, by the name that its ledger gives them. */
export type Ledger = Readonly<Record<string, number>>;

/** The real service over HTTP and PostgreSQL, with a contrary platform; one journey at a time. */
export class Lane {
  private constructor(
    readonly service: Service,
    readonly platform: ContraryPlatform,
    private readonly port: number,
    private readonly stopService: () => Promise<void>,
  ) {}

  static async start(): Promise<Lane> {
    const port = await freePort();
    const platform = await new ContraryPlatform(() => `http://127.0.0.1:${port}`).start();
    const { service, stop } = await testService(
      "outside",
      {
        FOYER_ENV: "TEST",
        PORT: String(port),
        FOYER_KEY: KEY,
        PUBLIC_URL: `http://localhost:${port},http://127.0.0.1:${port}`,
        PLATFORM_URL: platform.url,
      },
      undefined,
      compileWithShortWaits,
    );
    await service.app.listen({ port, host: "localhost" });
    return new Lane(service, platform, port, stop);
  }

  /** Address of the hosting portal or the payment terminals' portal. */
  url(portal: "hosting" | "terminal"): string {
    return `http://${portal === "hosting" ? "localhost" : "127.0.0.1"}:${this.port}`;
  }

  /** The saved application. @param path a page of it */
  async record(path: string): Promise<ApplicationRecord | undefined> {
    const id = /urn:[a-z]+:[0-9a-f-]{36}/.exec(decodeURIComponent(path))?.[0];
    return id === undefined
      ? undefined
      : new Applications(this.service.database, openVault(KEY)).byId(id);
  }

  /** All effects so far: changes under a key of their own, applications, and mails. */
  async ledger(): Promise<Ledger> {
    const rows = await this.service.database.query<{ call: string; number: number }>(
      `select call, count(*)::int as number from platform_effects
         where status < 300 and call <> 'analytics' group by call
       union all select 'applications', count(*)::int from platform_applications
       union all select 'mail ' || template, count(*)::int from mails group by template`,
    );
    return Object.fromEntries(rows.map(({ call, number }) => [call, number]));
  }

  /** Forgets all that journeys left behind, so that each begins alike. */
  async forget(): Promise<void> {
    for (const table of ["applications", "platform_applications", "platform_codes", "mails"])
      await this.service.database.query(`delete from ${table}`);
  }

  async stop(): Promise<void> {
    await this.platform.settled();
    await this.stopService();
    await this.platform.stop();
  }
}
