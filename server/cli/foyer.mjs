#!/usr/bin/env node
// Runs the command line: the built one where it is up to date, since it starts in a third of the
// time, else the sources.
import { optimizeLater } from "../optimize-later.mjs";
import { usage } from "./usage.mjs";

const [name] = process.argv.slice(2);
if (name === undefined || name === "--help") console.log(usage());
else {
  optimizeLater();
  const { isBuilt } = await import("../build.mjs");
  if (await isBuilt("service")) await import("../../dist/server/cli.js");
  else {
    const { register } = await import("tsx/esm/api");
    register();
    await import("./cli.ts");
  }
}
