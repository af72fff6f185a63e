import { compileOnce } from "../../../definitions.ts";
import { membersSources } from "../../../members-flow.ts";
import { type Page } from "../../browsing.ts";
import { testService, Visitor } from "../../service.ts";

/** The service with the flow that asks for sign-in. */
export async function membersService(
  env: NodeJS.ProcessEnv = {},
  log?: { write(line: string): void },
) {
  const started = await testService("outside", env, log);
  const compiled = compileOnce(await membersSources(), "CI");
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  started.service.use(compiled.library);
  return started;
}

/**
 * Begins an application as the visitor, on the start screen that is for everybody. @returns its
 * path
 */
export async function begin(visitor: Visitor): Promise<string> {
  visitor.path = "/members";
  await visitor.get("/members");
  const begun = (await visitor.act("submit")).json() as {
    path?: string;
    leave?: { location: string };
  };
  return begun.path ?? new URLSearchParams(begun.leave?.location.split("?")[1]).get("path") ?? "";
}

export const location = ({ headers }: Page) => headers.get("location") ?? "";
export const READER = { name: "Ada Noor", born: "1990/02/28", lives: "here" };
