import { join } from "node:path";
import type { Sandbox, SandboxOptions } from "../application/sandbox-types.ts";
import { inboxRoutes } from "./inbox/inbox-routes.ts";
import { cardPage } from "./platform/pages/card-page.ts";
import { providerPages } from "./platform/pages/provider-pages.ts";
import { platformApp } from "./platform/platform-app.ts";
import { platformRoutes } from "./platform/platform-routes.ts";
import { ServiceTables } from "./service-tables.ts";
import {
  DEVELOPMENT_CLIENT,
  DEVELOPMENT_ISSUER,
  DevelopmentProvider,
} from "./sign-in/development-provider.ts";
import { readPeople } from "./sign-in/people.ts";
import { testDataOf, withTestBar } from "./test-data/test-bar.ts";
import { testValuesPage } from "./test-data/test-values-page.ts";
import { welcomeLines } from "./welcome-lines.ts";

/**
 * Opens the platform, the embedded sign-in and the inbox. Only environments with development
 * abilities import this module.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { now, flows, mails, origin, environment } = options;
  const platform = await platformApp(options);
  const serviceSandbox = new ServiceTables(options);
  const provider = options.isIssuer
    ? new DevelopmentProvider(
        await readPeople(join(options.projectFolder, "server/sandbox/sign-in/people.yaml")),
        origin,
      )
    : undefined;
  const flow = () =>
    [...flows().values()].find(
      ({ attachments }) => attachments["sandbox/platform/values.yaml"] !== undefined,
    );
  return {
    services: new Map([["platform", platform]]),
    serviceSandbox,
    issuer:
      provider === undefined
        ? undefined
        : {
            url: DEVELOPMENT_ISSUER,
            clientId: DEVELOPMENT_CLIENT,
            insecure: true,
            reach: (from) => provider.reach(from),
          },
    decorate(html, { view: { flow: id, locale, words }, nonce }) {
      const data = testDataOf(flows().get(id));
      return data === undefined
        ? html
        : withTestBar(html, { flow: id, data, environment, locale, words, nonce });
    },
    async mount(app) {
      await provider?.mount(app);
      if (mails !== undefined) inboxRoutes(app, mails);
      cardPage(app, flow, () => now().slice(0, 10));
      providerPages(app, flow);
      testValuesPage(app, flows);
      await platformRoutes(app, platform);
    },
    welcomeLines: (address) =>
      welcomeLines(address, flows(), {
        hasSignIn: provider !== undefined,
        hasInbox: mails !== undefined,
      }),
    async close() {
      serviceSandbox.close();
      await platform.close();
    },
  };
}
