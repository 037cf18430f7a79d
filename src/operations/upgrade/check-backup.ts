import { HOUR_MS } from "../../platform/time/durations.ts";
import { BackupError, type Header, memberNames, parseHeader } from "../backup/archive-format.ts";
import { membersOf } from "../backup/archive-reader.ts";
import type { Finding } from "./finding.ts";

export interface WantedBackup {
	/** The archive; undefined when none was given. */
	readonly file: string | undefined;
	readonly maxAgeHours: number;
	/** Fingerprint of the installation's master secret, which distinguishes its backups from those of others. */
	readonly secretFit: string | undefined;
	readonly nowMs: number;
}

/** Whether there is a backup to fall back to: of this installation, and no older than allowed. Only its first member is read. */
export async function checkBackup(wanted: WantedBackup): Promise<Finding> {
	const { file } = wanted;
	if (file === undefined)
		return warning("no backup was named: run `packshot backup FILE`, then pass `--backup FILE`");
	try {
		const header = await headerOf(file);
		return headerFinding(file, header, wanted);
	} catch (fault) {
		if (fault instanceof BackupError) return warning(named(fault.message, file));
		throw fault;
	}
}

function headerFinding(
	file: string,
	{ created_at, packshot, secret_fit }: Header,
	{ maxAgeHours, secretFit, nowMs }: WantedBackup,
): Finding {
	if (secretFit !== undefined && secretFit !== secret_fit)
		return warning(`${file} is of another installation`);
	const hours = (nowMs - Date.parse(created_at)) / HOUR_MS;
	const text = `${file} was written ${hours.toFixed(1)} hours ago by version ${packshot}`;
	if (!(hours <= maxAgeHours)) return warning(`${text}: make a new one`);
	return { check: "backup", level: "ok", text };
}

async function headerOf(file: string): Promise<Header> {
	for await (const member of membersOf(file)) {
		if (member.name !== memberNames.header) break;
		return parseHeader(await member.read());
	}
	throw new BackupError("not a Packshot backup");
}

/** Some messages already name the file. */
function named(message: string, file: string): string {
	return message.includes(file) ? message : `${file}: ${message}`;
}

function warning(text: string): Finding {
	return { check: "backup", level: "warning", text };
}
