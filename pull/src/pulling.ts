import type { Packshot } from "@packshot/sdk";
import { keepVersions } from "./earlier-versions.ts";
import type { Fetching } from "./fetch-order.ts";
import { openFolder } from "./folder.ts";
import type { Output } from "./output.ts";
import type { Uploader } from "./upload/uploader.ts";

/** What a run works with. */
export interface PullSurroundings extends Pick<Output, "say" | "progress"> {
	readonly packshot: Packshot;
	/** Where the pictures are put for the shop. */
	readonly uploader: Uploader | undefined;
	/** How long a host may take for the first picture from it. */
	readonly firstPictureTimeoutMs: number;
	/** Asks the person running the command. @throws PullStopped when there is nobody to ask. */
	readonly confirm: (question: string) => Promise<boolean>;
}

export const FIRST_PICTURE_TIMEOUT_MS = 8_000;

/** Where a run writes. */
export interface PlaceToPull {
	readonly out: string;
	/** The key that pays. */
	readonly clientId: string;
	/** Pictures fetched concurrently. */
	readonly atOnce: number;
}

/** A run, with its folder open. */
export interface Pulling extends PullSurroundings, Fetching {}

/** Opens the folder of a run; whoever opens it closes its files. @throws PullStopped when it belongs to another key. */
export async function openPulling(
	surroundings: PullSurroundings,
	{ out, clientId, atOnce }: PlaceToPull,
): Promise<Pulling> {
	const folder = await openFolder(out, clientId);
	await keepVersions(folder);
	return { ...surroundings, folder, atOnce, reachedHosts: new Set() };
}
