import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { BuiltService } from "./built-service.ts";
import { startBrowser } from "./person.ts";

/** Chromium and the built service on a database of its own. */
export interface Site {
  readonly browser: Browser;
  readonly service: BuiltService;
}

/**
 * Starts both for the tests of a file, and stops them after the last one.
 *
 * @param env of the service
 */
export function useSite(env: NodeJS.ProcessEnv = {}): Site {
  let browser: Browser | undefined;
  let service: BuiltService | undefined;
  beforeAll(async () => {
    [browser, service] = await Promise.all([startBrowser(), BuiltService.startOutside(env)]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("the site stands once the tests run");
    return part;
  };
  return {
    get browser() {
      return started(browser);
    },
    get service() {
      return started(service);
    },
  };
}
