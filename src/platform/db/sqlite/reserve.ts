import { randomFillSync } from "node:crypto";
import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { freeBytes, freeBytesNow } from "../../disk-room.ts";
import type { RegularWork } from "../../retention.ts";

/**
 * A file that takes up disk space for the commands that have to work on a full disk (`Command.usesReserve`): it is shortened before such a command is
 * tried again. It holds random bytes, because a file system may not reserve anything for zeros.
 */

const MEBIBYTE = 2 ** 20;
const RESERVE_BYTES = 16 * MEBIBYTE;
/** What one command gets: many times what it writes. */
const STEP_BYTES = MEBIBYTE;
const KEEP_EVERY_MS = 60_000;
const TRY_EVERY_MS = 500;

/** The file in the folder of a database. */
export function reserveFile(databaseFile: string): string {
	return join(dirname(databaseFile), "reserve");
}

/** Gives room. @returns false when there is nothing left to give. */
function shorten(file: string): boolean {
	const sizeBytes = sizeOf(file);
	if (sizeBytes === 0) return false;
	truncateSync(file, Math.max(0, sizeBytes - STEP_BYTES));
	return true;
}

function sizeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Takes room back, as far as there is any. @returns whether the file has its size again. */
function lengthen(file: string, toBytes: number): boolean {
	const block = randomFillSync(Buffer.allocUnsafe(64 * 1024));
	const descriptor = openSync(file, "r+");
	try {
		let at = sizeOf(file);
		while (at < toBytes) at += writeSync(descriptor, block, 0, Math.min(block.length, toBytes - at), at);
		return true;
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code === "ENOSPC") return false;
		throw fault;
	} finally {
		closeSync(descriptor);
	}
}

export function createDiskReserve(file: string) {
	let wholeBytes: number | undefined;
	let triedAtMs = 0;
	const takeBack = () => {
		triedAtMs = performance.now();
		if (wholeBytes !== undefined && lengthen(file, wholeBytes)) wholeBytes = undefined;
	};
	return {
		/** Gives room for one command. @returns false when there is nothing left to give. */
		give() {
			const sizeBytes = sizeOf(file);
			if (!shorten(file)) return false;
			wholeBytes ??= sizeBytes;
			return true;
		},
		takeBack,
		/** Whether room was given that is not there again: then nothing else may write, or it would take that room. */
		isShort() {
			if (wholeBytes !== undefined && performance.now() - triedAtMs > TRY_EVERY_MS) takeBack();
			return wholeBytes !== undefined;
		},
	};
}

/** Starts need some room too, for the shared memory of the database's log. */
export function makeRoomToStart(databaseFile: string): void {
	const file = reserveFile(databaseFile);
	if (freeBytesNow(dirname(file)) < STEP_BYTES) shorten(file);
}

/** Creates the file and keeps it at its size, whenever there is plenty of room. Done by the server. */
export function reserveWork(databaseFile: string): RegularWork {
	return { everyMs: KEEP_EVERY_MS, step: () => fillReserve(reserveFile(databaseFile)) };
}

/** @returns false: there is nothing more to do right away. */
export async function fillReserve(file: string): Promise<false> {
	const handle = await open(file, "a", 0o600);
	try {
		const missing = RESERVE_BYTES - (await handle.stat()).size;
		if (missing <= 0 || (await freeBytes(dirname(file))) < RESERVE_BYTES + missing) return false;
		await handle.write(randomFillSync(Buffer.allocUnsafe(missing)));
		await handle.datasync();
	} finally {
		await handle.close();
	}
	return false;
}
