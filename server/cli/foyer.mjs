#!/usr/bin/env node
// Runs the command line from its sources, without a build.
import { register } from "tsx/esm/api";

register();
await import("./cli.ts");
