#!/usr/bin/env node
import { addClient } from "./cli/client.ts";
import { runCommandLine } from "./cli/command-line.ts";
import { addCredits } from "./cli/credits.ts";
import { addServe } from "./cli/serve.ts";

process.exitCode = await runCommandLine(
	[addServe, addClient, addCredits],
	process.argv.slice(2),
	process.env,
);
