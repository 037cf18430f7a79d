import { CommanderError } from "commander";
import { BlobUnavailable } from "../platform/blobs/blob-store.ts";
import { systemMessage } from "../platform/plain-fault.ts";

/** A failure as shown in the terminal. */
export interface FailureText {
	readonly message: string;
	/** A bug in the program: its stack trace belongs in a report. */
	readonly isDefect: boolean;
}

/** Faults whose message already says what to do. */
const EXPECTED = new Set([
	"CommandFailure",
	"UsageFailure",
	"SettingError",
	"SecretError",
	"SchemaTooNew",
	"NoInstallation",
	"StorageUnavailable",
	"BackupError",
	"ExportError",
	"PictureLost",
	"MoveRefused",
	"StartFailure",
	"NoDiskRoom",
]);

/** Describes the failure in one sentence, without the codes and phrases of underlying libraries. */
export function failureText(fault: unknown): FailureText {
	if (!(fault instanceof Error)) return { message: String(fault), isDefect: true };
	if (fault instanceof CommanderError) return { message: usageText(fault), isDefect: false };
	const system = systemText(fault);
	if (system !== undefined) return { message: system, isDefect: false };
	if (fault instanceof BlobUnavailable) return { message: blobText(fault), isDefect: false };
	const sqlite = sqliteText(fault.message);
	if (sqlite !== undefined) return { message: sqlite, isDefect: false };
	return { message: fault.message || fault.name, isDefect: !EXPECTED.has(fault.name) };
}

/** Rephrases the parser's `error: unknown option '--x'` in the style of the other failures. */
function usageText({ code, message }: CommanderError): string {
	if (code === "commander.help") return "no command given: the help above lists them";
	return message
		.replace(/^error: /, "")
		.replace("not specified", "is missing")
		.replace("\n", " ");
}

function systemText(fault: Error): string | undefined {
	const words = systemMessage(fault);
	const { path } = fault as NodeJS.ErrnoException;
	return words === undefined ? undefined : path === undefined ? words : `${path}: ${words}`;
}

function blobText(fault: BlobUnavailable): string {
	const reason = fault.cause instanceof Error ? systemText(fault.cause) : undefined;
	return `the picture store failed: ${reason ?? fault.message.replace(/^\w*(Error|Exception): /, "")}`;
}

const SQLITE_MESSAGES: readonly [RegExp, string][] = [
	[/database is locked/, "another program has locked the database; try again when it has finished"],
	[/unable to open database file/, "the database in PACKSHOT_DATA cannot be opened: check its permissions"],
	[/readonly database/, "the database in PACKSHOT_DATA cannot be written to: check its permissions"],
	[/database or disk is full/, "the disk is full"],
	[/disk I\/O error/, "the disk reported an error"],
	[/not a database|disk image is malformed/, "the database in PACKSHOT_DATA is damaged: restore a backup"],
];

function sqliteText(message: string): string | undefined {
	return SQLITE_MESSAGES.find(([phrase]) => phrase.test(message))?.[1];
}
