import { describe, expect, it } from "vitest";
import { severityOf } from "../../../../server/storage/database/sql-states.ts";

const failed = (code: string) => Object.assign(new Error("refused"), { code });

describe("severityOf()", () => {
  it.each([
    ["57014", "query canceled"],
    ["40001", "serialization failure"],
    ["40P01", "deadlock detected"],
    ["55P03", "lock not available"],
  ])("%s (%s) ends the statement, not the connection", (code) => {
    expect(severityOf(failed(code))).toBe("statement");
  });

  it.each([
    ["08000", "connection exception"],
    ["08006", "connection failure"],
    ["25006", "read-only transaction"],
    ["25P03", "idle in transaction"],
    ["53100", "disk full"],
    ["53300", "too many connections"],
    ["57P01", "admin shutdown"],
    ["57P02", "crash shutdown"],
    ["57P03", "cannot connect now"],
    ["58030", "I/O error"],
    ["XX000", "internal error"],
    ["ECONNRESET", "socket"],
    ["EPIPE", "socket"],
    ["ETIMEDOUT", "socket"],
    ["EHOSTUNREACH", "socket"],
    ["ENETUNREACH", "socket"],
    ["EAI_AGAIN", "name server"],
  ])("%s (%s) ends the connection", (code) => {
    expect(severityOf(failed(code))).toBe("connection");
  });

  it.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Query read timeout",
    "timeout exceeded when trying to connect",
    "Client has encountered a connection error and is not queryable",
    "Client was closed and is not queryable",
  ])("“%s”, in the driver's words, ends the connection", (message) => {
    expect(severityOf(new Error(message))).toBe("connection");
  });

  it.each(["23505", "22P02", "42P01", "42501", "P0001", "3D000", "28P01", "ERR_INVALID_ARG_TYPE"])(
    "%s is the statement's own fault",
    (code) => {
      expect(severityOf(failed(code))).toBe("permanent");
    },
  );

  it.each([
    new Error("The store is closed on Sundays"),
    new TypeError("x is not a function"),
    "no",
  ])("%s, thrown by the work itself, is no trouble of the database", (error) => {
    expect(severityOf(error)).toBe("permanent");
  });
});
