import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance } from "fastify";
import type { ScreenView } from "../../../engine/render/view.ts";
import type { FlowLibrary } from "../../../server/definitions/flow-library.ts";
import { builtPage } from "../../../server/application/page/built-page.ts";
import { ValidatorModules } from "../../../server/application/page/validator-module.ts";
import { cardPage } from "../../../server/sandbox/platform/pages/card-page.ts";
import { providerPages } from "../../../server/sandbox/platform/pages/provider-pages.ts";
import { allowFrames, securityHeaders } from "../../../server/plugins/security-headers.ts";
import { PROJECT } from "../../definitions.ts";
import { PAGE } from "../../../server/plugins/route-config.ts";

/**
 * Serves views as the built page, one at a time: the renderer, the scripts and the security policy
 * are the real ones; there is no application behind them. Every post is answered with the current
 * view.
 */
export class ViewServer {
  private view: ScreenView | undefined;
  private address = "";

  private constructor(
    private readonly app: FastifyInstance,
    readonly validators: ValidatorModules,
  ) {}

  /**
   * @param flowsFolder where `content/` lies, for brand pictures
   * @param validators those that the views to be shown were drawn with
   */
  static async open(
    library: FlowLibrary,
    flowsFolder = PROJECT,
    validators = new ValidatorModules(),
  ): Promise<ViewServer> {
    const draw = await builtPage(PROJECT, validators);
    const app = Fastify();
    const viewServer = new ViewServer(app, validators);
    securityHeaders(app);
    await app.register(compress, {
      encodings: ["br", "gzip"],
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    });
    await app.register(fastifyStatic, {
      root: join(PROJECT, "dist/web/client/assets"),
      prefix: "/assets/",
      immutable: true,
      maxAge: 3_600_000,
      decorateReply: false,
      preCompressed: true,
    });
    for (const flow of library.flows.keys())
      await app.register(fastifyStatic, {
        root: join(flowsFolder, "content", flow, "brand"),
        prefix: `/brand/${flow}/`,
        maxAge: 3_600_000,
        decorateReply: false,
      });
    const sandboxed = () =>
      [...library.flows.values()].find(
        ({ attachments }) => attachments["sandbox/platform/values.yaml"] !== undefined,
      );
    cardPage(app, sandboxed, () => "2026-03-01");
    providerPages(app, sandboxed);
    app.get<{ Params: { file: string } }>("/validators/:file", async (request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .send(
          viewServer.validators.codeOf(request.params.file.replace(/\.mjs$/, "")) ??
            "export default undefined",
        ),
    );
    app.all("/*", { config: PAGE }, async (request, reply) => {
      const { view } = viewServer;
      if (view === undefined || request.url === "/favicon.ico") return reply.code(404).send();
      if (request.method !== "GET" || request.headers.accept?.includes("text/html") !== true)
        return reply.send(view);
      allowFrames(reply, []);
      return reply
        .type("text/html; charset=utf-8")
        .send(draw({ view, nonce: reply.nonce, key: "00000000-0000-4000-8000-000000000000" }));
    });
    await app.listen({ port: 0, host: "localhost" });
    viewServer.address = `http://localhost:${(app.server.address() as AddressInfo).port}`;
    return viewServer;
  }

  /** Shows a view from now on; returns its address. */
  show(view: ScreenView): string {
    this.view = view;
    return `${this.address}${view.path}`;
  }

  async close(): Promise<void> {
    this.app.server.closeAllConnections();
    await this.app.close();
  }
}
