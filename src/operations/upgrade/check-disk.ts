import { existsSync, statfsSync, statSync } from "node:fs";
import type { Finding } from "./finding.ts";

const MB = 1e6;
/** Minimum that the log and rewritten rows need, whatever the size of the database. */
const LEAST_BYTES = 200 * MB;

/** Whether there is room to migrate a SQLite database: its current size once more, for the log and the indexes, on the file system of `folder`. */
export function checkDisk(folder: string, databaseFile: string): Finding {
	const held = [databaseFile, `${databaseFile}-wal`].map((file) =>
		existsSync(file) ? statSync(file).size : 0,
	);
	const neededBytes = Math.max(
		LEAST_BYTES,
		held.reduce((sum, bytes) => sum + bytes, 0),
	);
	const { bavail, bsize } = statfsSync(folder);
	return roomFinding(folder, bavail * bsize, neededBytes);
}

/** @param freeBytes free space on the file system of `folder` */
export function roomFinding(folder: string, freeBytes: number, neededBytes: number): Finding {
	const sizes = `${Math.round(freeBytes / MB)} MB free on the disk of ${folder}, up to ${Math.ceil(neededBytes / MB)} MB needed`;
	return freeBytes < neededBytes
		? { check: "disk", level: "blocked", text: `${sizes}: free space first` }
		: { check: "disk", level: "ok", text: sizes };
}
