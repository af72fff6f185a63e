import Fastify from "fastify";
import { expect, it } from "vitest";
import { securityHeaders } from "../../../../server/plugins/security-headers.ts";
import { testValuesPage } from "../../../../server/sandbox/test-data/test-values-page.ts";
import { shippedLibrary } from "../../../definitions.ts";

it("the test values are listed in the language that the link names", async () => {
  const { flows } = await shippedLibrary();
  const app = Fastify();
  securityHeaders(app);
  testValuesPage(app, () => flows);
  const french = (await app.inject("/sandbox/test-values?language=fr-CA")).body;
  expect(french).toContain("<h1>Valeurs d’essai</h1>");
  expect(french).toContain("<dd>refusée</dd>");
  const english = (await app.inject("/sandbox/test-values?language=en-CA")).body;
  expect(english).toContain("<dd>declined</dd>");
  await app.close();
});
