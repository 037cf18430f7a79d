#!/usr/bin/env node
import { exitCodes, runCommandLine } from "./cli/command-line.ts";
import { commands } from "./cli/commands.ts";
import { exitWhenOutputFails } from "./platform/output-failure.ts";

// All files created from here on, such as databases, backups and secrets, are private to their owner.
process.umask(0o077);
exitWhenOutputFails("packshot", exitCodes.failure);

async function main(args: readonly string[]): Promise<number> {
	const called = args.find((argument) => !argument.startsWith("-")) ?? "";
	const isVersionAsked = args.length === 1 && ["--version", "-V"].includes(args[0] ?? "");
	const wanted = Object.entries(commands).filter(
		([name]) => name === called || !(isVersionAsked || Object.hasOwn(commands, called)),
	);
	const added = await Promise.all(wanted.map(([, load]) => load()));
	return runCommandLine(added, args, process.env);
}

void main(process.argv.slice(2)).then((code) => {
	process.exitCode = code;
});
