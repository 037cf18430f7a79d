#!/usr/bin/env node
import { exitWhenOutputFails } from "../../src/platform/output-failure.ts";
import { NOT_CHECKED, runCommand } from "./command.ts";

exitWhenOutputFails("packshot-conformance", NOT_CHECKED);
process.exitCode = await runCommand(process.argv.slice(2), process.env);
