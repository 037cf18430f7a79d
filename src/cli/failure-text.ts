import { CommanderError } from "commander";
import { BlobUnavailable } from "../platform/blobs/blob-store.ts";
import { systemMessage } from "../platform/plain-fault.ts";

/** A failure as the person at the terminal gets it. */
export interface FailureText {
	readonly message: string;
	/** A defect of the program: its stack belongs into a report. */
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
]);

/** Says what went wrong in one sentence, without codes and phrases of the libraries below. */
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

/** `error: unknown option '--x'` of the parser, in the words of the other failures. */
function usageText({ code, message }: CommanderError): string {
	if (code === "commander.help") return "say which command: the help above lists them";
	return message.replace(/^error: /, "").replace("not specified", "is missing");
}

function systemText(fault: Error): string | undefined {
	const words = systemMessage(fault);
	const { path } = fault as NodeJS.ErrnoException;
	return words === undefined ? undefined : path === undefined ? words : `${path}: ${words}`;
}

function blobText(fault: BlobUnavailable): string {
	const reason = systemText(fault.cause as Error);
	return `the store of the pictures failed: ${reason ?? fault.message.replace(/^\w*(Error|Exception): /, "")}`;
}

const SQLITE_MESSAGES: readonly [RegExp, string][] = [
	[/database is locked/, "another program keeps the database locked; try again when it is done"],
	[/unable to open database file/, "the database in PACKSHOT_DATA cannot be opened: see to its permissions"],
	[/readonly database/, "the database in PACKSHOT_DATA cannot be written: see to its permissions"],
	[/database or disk is full/, "the disk is full"],
	[/disk I\/O error/, "the disk reports an error"],
	[/not a database|disk image is malformed/, "the database in PACKSHOT_DATA is damaged: restore a backup"],
];

function sqliteText(message: string): string | undefined {
	return SQLITE_MESSAGES.find(([phrase]) => phrase.test(message))?.[1];
}
