import { Command, CommanderError } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { type Installation, openInstallation, requireInstallation } from "../installation.ts";
import { printableJson, printableLines, printableText } from "../platform/plain-text.ts";
import { BUILD } from "../version.ts";
import { failureText } from "./failure-text.ts";
import { jsonPieces, linePieces, type RowLines, writeAll } from "./printed-rows.ts";

export class CommandFailure extends Error {
	override readonly name = "CommandFailure";
}

/** The command was used incorrectly: exit code 2. */
export class UsageFailure extends Error {
	override readonly name = "UsageFailure";
}

export const exitCodes = { success: 0, failure: 1, usage: 2, partlyRefused: 3 } as const;

/** What every command has at its disposal. */
export interface CommandLine {
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly config: () => Config;
	/** Opens the installation, runs `work` and closes it again. @throws NoInstallation */
	withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T>;
	/** The same for the commands with which an installation begins: creates it if there is none. */
	withNewInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T>;
	/** Prints one JSON document with `--json`, otherwise the lines. Terminal control characters are escaped. Progress belongs on stderr. */
	print(document: unknown, lines: readonly string[]): void;
	/** The same for streamed rows: a list of any length is never held in memory as a whole. */
	printRows<T>(
		pieces: AsyncIterable<readonly T[]>,
		document: (row: T) => unknown,
		lines: RowLines<T>,
	): Promise<void>;
	/** Prints a line on stderr about something that was done but may not be what was intended. */
	warn(text: string): void;
	exitWith(code: number): void;
}

/** Adds a command to the program. One file per command exports one of these. */
export type AddCommand = (program: Command, line: CommandLine) => void;

/** The examples at the end of a command's help, one line each, for `addHelpText`. */
export function examples(...lines: readonly string[]): ["after", string] {
	const shown = lines.map((line) => `  $ packshot ${line}`).join("\n");
	return ["after", `\nExample${lines.length > 1 ? "s" : ""}:\n${shown}`];
}

/** Parses the arguments and runs the command. @returns the exit code. */
export async function runCommandLine(
	commands: readonly AddCommand[],
	args: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
	let exitCode: number = exitCodes.success;
	const json = () => optionsOf(args).includes("--json");
	const program = newProgram();
	let config: Config | undefined;
	const line: CommandLine = {
		environment,
		config() {
			// Always the same one: opening the installation puts stored settings into it.
			config ??= loadConfig(environment);
			return config;
		},
		async withInstallation(work) {
			await requireInstallation(line.config());
			return line.withNewInstallation(work);
		},
		async withNewInstallation(work) {
			const installation = await openInstallation(line.config());
			try {
				return await work(installation);
			} finally {
				await installation.close();
			}
		},
		print(document, lines) {
			const text = json() ? printableJson(document, 2) : lines.map(printableText).join("\n");
			process.stdout.write(`${text}\n`);
		},
		printRows: (pieces, document, lines) =>
			writeAll(json() ? jsonPieces(pieces, document) : linePieces(pieces, lines), process.stdout),
		warn: (text) => void process.stderr.write(`packshot: warning: ${printableText(text)}\n`),
		exitWith(code) {
			exitCode = code;
		},
	};
	for (const add of commands) add(program, line);
	inheritSettings(program);
	try {
		refuseUnknown(program, args);
		await program.parseAsync([...args], { from: "user" });
		return exitCode;
	} catch (fault) {
		return reportFailure(fault, json(), environment.PACKSHOT_LOG_LEVEL === "debug");
	}
}

/** Incorrect usage never ends the process by itself; it is reported like every other failure. */
function newProgram(): Command {
	return new Command("packshot")
		.description("Serves product photographs and metadata by barcode")
		.version(BUILD)
		.exitOverride()
		.configureOutput({
			writeErr: (text) => void process.stderr.write(printableLines(text)),
			outputError: () => undefined,
		})
		.showSuggestionAfterError()
		.option("--json", "print one JSON document on stdout and nothing else");
}

/** `--json` is accepted before and after the command's name. */
function inheritSettings(command: Command): void {
	for (const child of command.commands) {
		child.exitOverride().option("--json", "print one JSON document on stdout and nothing else");
		inheritSettings(child);
	}
}

function optionsOf(args: readonly string[]): readonly string[] {
	const end = args.indexOf("--");
	return end < 0 ? args : args.slice(0, end);
}

/** For an unknown command that exists as a subcommand, such as `ledger`, the error says where. @throws UsageFailure */
function refuseUnknown(program: Command, args: readonly string[]): void {
	const called = args.find((argument) => !argument.startsWith("-"));
	if (called === undefined || called === "help") return;
	if (program.commands.some((command) => command.name() === called)) return;
	const groups = program.commands.filter(({ commands }) => commands.some((each) => each.name() === called));
	if (groups.length === 0) return;
	const names = groups.map((command) => `packshot ${command.name()} ${called}`).join(", ");
	throw new UsageFailure(`there is no command "${called}"; did you mean: ${names}`);
}

function reportFailure(fault: unknown, json: boolean, showsStack: boolean): number {
	if (fault instanceof CommanderError && fault.exitCode === 0) return exitCodes.success;
	const { message, isDefect } = failureText(fault);
	process.stderr.write(`packshot: ${printableText(message)}\n`);
	if (isDefect) process.stderr.write(`${defectText(fault, showsStack)}\n`);
	if (json) process.stdout.write(`${printableJson({ error: message })}\n`);
	const isUsage = fault instanceof UsageFailure || fault instanceof CommanderError;
	return isUsage ? exitCodes.usage : exitCodes.failure;
}

function defectText(fault: unknown, showsStack: boolean): string {
	if (showsStack && fault instanceof Error && fault.stack) return printableLines(fault.stack);
	return "packshot: this is a bug in packshot; set PACKSHOT_LOG_LEVEL=debug to see where it happened";
}
