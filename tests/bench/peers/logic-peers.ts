import jsonLogic from "json-logic-js";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import type { Json } from "../../../engine/language/json.ts";
import { installed } from "./installed.ts";

/** Another evaluator of JSON-logic. */
export interface LogicPeer {
  readonly name: string;
  /** A rule made ready, with the operator `first` as Foyer has it. */
  compile(rule: Json): (facts: Json) => unknown;
}

interface LogicEngine {
  addMethod(name: string, method: (args: Json) => Json): void;
  build(rule: Json): (facts: Json) => unknown;
}

/**
 * json-logic-js, which defines what a rule means, and json-logic-engine, the fastest that compiles.
 */
export async function logicPeers(): Promise<readonly LogicPeer[]> {
  const root = await installed({ "json-logic-engine": "5.0.7" });
  const entry = pathToFileURL(join(root, "node_modules/json-logic-engine/dist/esm/index.js"));
  const { LogicEngine: Engine } = (await import(entry.href)) as {
    LogicEngine: new () => LogicEngine;
  };
  const engine = new Engine();
  const first = (list: Json) =>
    Array.isArray(list) ? ((list[0] as Json | undefined) ?? null) : null;
  engine.addMethod("first", first);
  jsonLogic.add_operation("first", first);
  return [
    { name: "json-logic-engine, compiled", compile: (rule) => engine.build(rule) },
    {
      name: "json-logic-js",
      compile: (rule) => (facts) => jsonLogic.apply(rule as never, facts) as unknown,
    },
  ];
}
