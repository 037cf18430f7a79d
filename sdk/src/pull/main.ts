#!/usr/bin/env node
import { runPull } from "./command.ts";

process.exitCode = await runPull(process.argv.slice(2), process.env);
