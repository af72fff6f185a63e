import { expect, it } from "vitest";
import { shippedLibrary } from "../../definitions.ts";
import { outsideIsUp, testService } from "../service.ts";

it.skipIf(!(await outsideIsUp()))(
  "buildApp() keeps a silent connection for longer than any call of a shipped flow lasts",
  async () => {
    const { service, stop } = await testService("outside");
    try {
      const timeouts = [...(await shippedLibrary()).flows.values()].flatMap((flow) =>
        flow.variants.flatMap((variant) =>
          [...flow.variant(variant).calls.values()].map(({ definition }) => definition.timeoutMs),
        ),
      );
      expect(Math.max(...timeouts)).toBe(300_000);
      expect(service.app.server.timeout).toBeGreaterThan(Math.max(...timeouts));
    } finally {
      await stop();
    }
  },
);
