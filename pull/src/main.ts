#!/usr/bin/env node
import { exitWhenOutputFails } from "../../src/platform/output-failure.ts";
import { runPull } from "./command.ts";
import { EXIT } from "./stopped.ts";

exitWhenOutputFails("packshot-pull", EXIT.failed);
process.exitCode = await runPull(process.argv.slice(2), process.env);
