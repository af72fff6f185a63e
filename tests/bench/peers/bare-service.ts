import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import pg from "pg";

/*
 * The lower bound of a step and of a read, as a process of its own: Fastify with its Ajv and one
 * UPDATE by the primary key; and the same view and page sent from memory. `DATABASE_URL` and the
 * table `bench_steps` are given.
 */

/** What the process is handed before it listens. */
export interface BareContent {
  readonly view: object;
  readonly page: string;
}

const STEP = {
  type: "object",
  required: ["action", "data", "revision"],
  properties: {
    action: { type: "string" },
    revision: { type: "integer" },
    data: {
      type: "object",
      required: ["name", "born", "lives"],
      properties: {
        name: { type: "string", minLength: 1, maxLength: 100 },
        born: { type: "string", pattern: "^[0-9]{4}/[0-9]{2}/[0-9]{2}$" },
        lives: { enum: ["here", "elsewhere"] },
      },
    },
  },
};

const ETAG = '"bare"';

process.once("message", (content: BareContent) => void listen(content));

async function listen({ view, page }: BareContent): Promise<void> {
  const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 16 });
  const app = Fastify();
  app.post<{ Params: { id: string }; Body: { data: object } }>(
    "/steps/:id",
    { schema: { body: STEP } },
    async (request) => {
      const { rows } = await pool.query<{ revision: number }>(
        "update bench_steps set state = $2, revision = revision + 1 where id = $1 returning revision",
        [request.params.id, JSON.stringify(request.body.data)],
      );
      return rows[0];
    },
  );
  app.get("/view", (request, reply) => {
    void reply.header("etag", ETAG);
    if (request.headers["if-none-match"] === ETAG) return reply.code(304).send();
    return reply.send(view);
  });
  app.get("/page", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  await app.listen({ port: 0, host: "localhost" });
  process.send?.((app.server.address() as AddressInfo).port);
}
