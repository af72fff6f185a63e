import type { Logger } from "pino";
import { DatabaseUnavailable } from "./database-unavailable.ts";

/**
 * Logs an error by its name and message alone: what it carries besides may be personal. That the
 * database is gone or refuses work is logged by the database itself, once.
 */
export function logErrorsAs(
  logger: Pick<Logger, "error">,
  message: string,
): (error: Error) => void {
  return (error) => {
    if (error instanceof DatabaseUnavailable) return;
    const { name, message: what } = error;
    logger.error({ err: { name, message: what } }, message);
  };
}
