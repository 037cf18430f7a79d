import { Command, CommanderError } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { VERSION } from "../version.ts";
import { jsonPieces, linePieces, writeAll } from "./printed-rows.ts";

/** A failure with one clear line for the person at the terminal. */
export class CommandFailure extends Error {
	override readonly name = "CommandFailure";
}

/** The command was called wrongly: exit code 2. */
export class UsageFailure extends Error {
	override readonly name = "UsageFailure";
}

export const exitCodes = { success: 0, failure: 1, usage: 2, partlyRefused: 3 } as const;

/** What every command works with. */
export interface CommandLine {
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly config: () => Config;
	/** Opens the installation, does the work, closes it again. */
	withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T>;
	/** One JSON document with `--json`, else the lines for people. Progress belongs on stderr. */
	print(document: unknown, lines: readonly string[]): void;
	/** The same for rows that come piece by piece: a list as long as the store allows is never held whole. */
	printRows<T>(
		pieces: AsyncIterable<readonly T[]>,
		document: (row: T) => unknown,
		text: (row: T) => string,
	): Promise<void>;
	/** Whether `--json` was given. */
	readonly json: () => boolean;
	exitWith(code: number): void;
}

/** Adds a command to the program. One file per command exports one of these. */
export type AddCommand = (program: Command, line: CommandLine) => void;

/** Parses the arguments and runs the command. @returns the exit code. */
export async function runCommandLine(
	commands: readonly AddCommand[],
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	let exitCode: number = exitCodes.success;
	const program = new Command("packshot")
		.description("Serves product photographs and metadata by barcode")
		.version(VERSION)
		.exitOverride()
		.option("--json", "print one JSON document on stdout and nothing else");
	const json = () => args.includes("--json");
	const line: CommandLine = {
		environment,
		config: () => loadConfig(environment),
		async withInstallation(work) {
			const installation = await openInstallation(line.config());
			try {
				return await work(installation);
			} finally {
				await installation.close();
			}
		},
		print(document, lines) {
			process.stdout.write(json() ? `${JSON.stringify(document, null, 2)}\n` : `${lines.join("\n")}\n`);
		},
		printRows: (pieces, document, text) =>
			writeAll(json() ? jsonPieces(pieces, document) : linePieces(pieces, text), process.stdout),
		json,
		exitWith(code) {
			exitCode = code;
		},
	};
	for (const add of commands) add(program, line);
	inheritSettings(program);
	try {
		await program.parseAsync([...args], { from: "user" });
		return exitCode;
	} catch (fault) {
		return reportFailure(fault, json());
	}
}

/** `--json` is taken before and after the command's name; wrong usage never ends the process by itself. */
function inheritSettings(command: Command): void {
	for (const child of command.commands) {
		child.exitOverride().option("--json", "print one JSON document on stdout and nothing else");
		inheritSettings(child);
	}
}

function reportFailure(fault: unknown, json: boolean): number {
	if (fault instanceof CommanderError) return fault.exitCode === 0 ? exitCodes.success : exitCodes.usage;
	const message = fault instanceof Error ? fault.message : String(fault);
	const known = fault instanceof CommandFailure || fault instanceof UsageFailure || isExpected(fault);
	process.stderr.write(`packshot: ${message}\n`);
	if (!known && fault instanceof Error && fault.stack) process.stderr.write(`${fault.stack}\n`);
	if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
	return fault instanceof UsageFailure ? exitCodes.usage : exitCodes.failure;
}

const EXPECTED = new Set([
	"SettingError",
	"SecretError",
	"SchemaTooNew",
	"StorageUnavailable",
	"BlobUnavailable",
	"BackupError",
	"MoveRefused",
	"StartFailure",
]);

/** Faults whose message already says what to do. */
function isExpected(fault: unknown): boolean {
	return fault instanceof Error && EXPECTED.has(fault.name);
}
