import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { type AddCommand, runCommandLine } from "../../src/cli/command-line.ts";
import { commands } from "../../src/cli/commands.ts";
import { loadConfig } from "../../src/config.ts";
import { openInstallation } from "../../src/installation.ts";

export interface CommandResult {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
	// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
	readonly document: any;
}

/** Runs commands in this process on their own data folder, as `packshot` would. */
export function commandLine(environment: Record<string, string> = {}) {
	const folder = mkdtempSync(join(tmpdir(), "packshot-cli-"));
	const settings = { PACKSHOT_DATA: join(folder, "data"), ...environment };
	return {
		folder,
		settings,
		/** Makes an installation, as the first start of a server does. */
		begin: async () => (await openInstallation(loadConfig(settings))).close(),
		remove: () => rmSync(folder, { recursive: true, force: true }),
		async packshot(...args: string[]): Promise<CommandResult> {
			const added = await Promise.all(Object.values(commands).map((load) => load()));
			return runCommands(added, args, settings);
		},
	};
}

/** Runs a command line with only these commands registered, and captures its output. */
export async function runCommands(
	added: readonly AddCommand[],
	args: readonly string[],
	environment: Record<string, string>,
): Promise<CommandResult> {
	const { code, ...said } = await captured(() => runCommandLine(added, args, environment));
	return {
		code,
		...said,
		document: said.stdout && args.includes("--json") ? JSON.parse(said.stdout) : undefined,
	};
}

/** Runs a command in this process and captures its output. */
export async function captured(
	run: () => Promise<number>,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
	const said = { stdout: "", stderr: "" };
	const spies = (["stdout", "stderr"] as const).map((name) =>
		vi.spyOn(process[name], "write").mockImplementation((text) => {
			said[name] += String(text);
			return true;
		}),
	);
	const restore = () => {
		for (const spy of spies) spy.mockRestore();
	};
	onTestFinished(restore);
	const code = await run().finally(restore);
	return { code, ...said };
}
