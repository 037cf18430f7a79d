#!/usr/bin/env node
import { runCommandLine } from "./cli/command-line.ts";
import { commands } from "./cli/commands.ts";

// Whatever is made from here on, databases, backups and secrets, is for its owner alone.
process.umask(0o077);

const args = process.argv.slice(2);
const called = args.find((argument) => !argument.startsWith("-")) ?? "";
const wanted = Object.entries(commands).filter(
	([name]) => name === called || !Object.hasOwn(commands, called),
);
const added = await Promise.all(wanted.map(([, load]) => load()));
process.exitCode = await runCommandLine(added, args, process.env);
