import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { plainFault } from "./plain-fault.ts";
import { SettingError } from "./settings.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;

/** Prints a warning for the operator to stderr. */
export type Warn = (text: string) => void;

/**
 * Creates the folder of an installation if necessary, and removes other users' access to the installation's own files.
 * @param ownNames names of the files and folders that an installation creates in it. A folder that contains anything else belongs to somebody: its
 * mode is left unchanged.
 * @throws SettingError when nothing can be stored there.
 */
export function openDataFolder(folder: string, ownNames: RegExp, warn: Warn): void {
	try {
		mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
		accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch (fault) {
		throw new SettingError(`PACKSHOT_DATA: ${folder}: ${plainFault(fault)}`);
	}
	// Windows has no such modes: there, permissions are inherited from the parent folder.
	if (process.platform !== "win32") closeToOthers(folder, ownNames, warn);
}

function closeToOthers(folder: string, ownNames: RegExp, warn: Warn): void {
	const entries = readdirSync(folder, { withFileTypes: true });
	for (const entry of entries) {
		if (entry.isFile() && ownNames.test(entry.name)) restrictMode(join(folder, entry.name), FILE_MODE, warn);
	}
	if (entries.every(({ name }) => ownNames.test(name))) restrictMode(folder, FOLDER_MODE, warn);
	else if (isOpen(folder)) warn(`${folder} is open to other users of this machine: chmod 0700 closes it`);
}

function restrictMode(path: string, mode: number, warn: Warn): void {
	if (!isOpen(path)) return;
	const was = modeText(statSync(path).mode);
	try {
		chmodSync(path, mode);
		warn(`${path} was open to other users of this machine (mode ${was}); it is closed to them now`);
	} catch (fault) {
		warn(`${path} is open to other users of this machine (mode ${was}): ${plainFault(fault)}`);
	}
}

/** Whether others have access. A file that another process has just removed is not open to anybody. */
function isOpen(path: string): boolean {
	return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

function modeText(mode: number): string {
	return `0${(mode & 0o777).toString(8)}`;
}
