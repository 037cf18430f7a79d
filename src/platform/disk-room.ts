import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { integerSetting } from "./settings.ts";

const MEBIBYTE = 2 ** 20;

export const diskSettings = {
	reserveMebibytes: integerSetting(
		"PACKSHOT_DISK_RESERVE_MEBIBYTES",
		512,
		{ min: 0, max: 1_000_000 },
		"Mebibytes of disk space that uploads, pictures and imports leave free, so that charges and sign-ins keep working",
	),
};

/** The disk space that large writes leave free, in bytes. */
export function reservedBytes({ reserveMebibytes }: { readonly reserveMebibytes: number }): number {
	return reserveMebibytes * MEBIBYTE;
}

/** Free bytes on the file system of a folder, as far as this process may use them. */
export async function freeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}

/** The same without waiting: within a transaction, or while nothing else may happen. */
export function freeBytesNow(folder: string): number {
	const { bavail, bsize } = statfsSync(folder);
	return bavail * bsize;
}

/** Something was stopped that writes much: what is left of the disk is kept for other things. */
export class NoDiskRoom extends Error {
	override readonly name = "NoDiskRoom";
}

const LOOK_EVERY_MS = 1000;

/** Whether there is room for work that writes much, looked at while it goes on. */
export interface WatchedRoom {
	readonly signal: AbortSignal;
	/** Stops looking. @throws NoDiskRoom when room got short. */
	end(): void;
}

/** Watches the room, beginning with a first look. */
export async function watchRoom(hasRoom: () => Promise<boolean>): Promise<WatchedRoom> {
	const short = new AbortController();
	const look = async () => {
		if (!(await hasRoom())) short.abort();
	};
	await look();
	const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
	return {
		signal: short.signal,
		end() {
			clearInterval(timer);
			if (short.signal.aborted) {
				throw new NoDiskRoom("the disk is nearly full: the rest is kept for charges and sign-ins");
			}
		},
	};
}
