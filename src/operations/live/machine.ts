import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { freeBytes } from "../../platform/disk-room.ts";
import { checkNode } from "../upgrade/check-node.ts";
import { finding, type LiveFinding } from "./finding.ts";

const MB = 1e6;
/** Permission bits: everyone but the owner, and those who are not even in the file's group. */
const OTHERS = 0o077;
const STRANGERS = 0o007;

/** Files that hold secrets, and who may read them. */
export interface SecretFiles {
	readonly folder: string;
	/** Which files in it belong to the installation. */
	readonly ownNames: RegExp;
	/** Files of settings with which this process was started; a group of the service may read them. */
	readonly settingFiles: readonly string[];
}

/** To be called before the installation is opened, which closes its own files to others. */
export function checkModes({ folder, ownNames, settingFiles }: SecretFiles): LiveFinding[] {
	if (process.platform === "win32") {
		return [finding("modes", "open", "Windows has no file modes")];
	}
	const own = existsSync(folder)
		? readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile() && ownNames.test(each.name))
		: [];
	const looked = [
		...(existsSync(folder) ? [{ path: folder, bits: OTHERS }] : []),
		...own.map(({ name }) => ({ path: join(folder, name), bits: OTHERS })),
		...settingFiles.filter((file) => existsSync(file)).map((path) => ({ path, bits: STRANGERS })),
	];
	const open = looked.filter(({ path, bits }) => (statSync(path).mode & bits) !== 0);
	if (open.length === 0) {
		return [finding("modes", "ok", `${looked.length} files with secrets or data are closed to others`)];
	}
	return open.map(({ path, bits }) =>
		finding(
			"modes",
			"wrong",
			`${path} is open to others on this machine (mode 0${(statSync(path).mode & 0o777).toString(8)})`,
			`chmod ${bits === OTHERS ? "go-rwx" : "o-rwx"} ${path}; if it holds the secret, consider it known to them`,
		),
	);
}

/** @param neededBytes what an upgrade or a drill writes beside what is kept in reserve: the database once more. */
export async function checkRoom(
	folder: string,
	keptBytes: number,
	neededBytes: number,
): Promise<LiveFinding> {
	const free = await freeBytes(folder);
	const found = `${Math.floor(free / MB)} MB are free on the disk of ${folder}; ${Math.ceil(keptBytes / MB)} MB are kept for charges and sign-ins, and an upgrade needs up to ${Math.ceil(neededBytes / MB)} MB`;
	if (free <= keptBytes)
		return finding("room", "wrong", found, "free space: uploads, imports and orders are refused");
	if (free <= keptBytes + neededBytes)
		return finding("room", "note", found, "free space before the next upgrade");
	return finding("room", "ok", found);
}

/** What follows from an SQLite without fixes. */
const UNFIXED =
	"Packshot runs on it, and opens no file but its own with statements of its own; but a fault that is found in it later stays, also one that damages data";

/** @param sqlite the library in words, and whether it gets fixes; `undefined` where none is used. */
export function checkProgram(
	version: string,
	sqlite: { readonly words: string; readonly isMaintained: boolean } | undefined,
): LiveFinding[] {
	const { level, text } = checkNode(version);
	const todo = "install Node.js 24, as the operating system updates it";
	const node =
		level === "ok"
			? finding("node", "ok", text)
			: finding("node", level === "blocked" ? "wrong" : "note", text, todo);
	if (!sqlite) return [node];
	const { words: found, isMaintained } = sqlite;
	if (isMaintained) return [node, finding("sqlite", "ok", found)];
	// It is the one that supported versions of Node.js run with: nothing is wrong yet.
	return [node, finding("sqlite", "note", `${found}. ${UNFIXED}`, todo)];
}
