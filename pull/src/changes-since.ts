import { join } from "node:path";
import { isPackshotError, type Packshot } from "@packshot/sdk";
import { ifThere, type PullFolder, readJson } from "./folder.ts";

const CHANGES_AT_ONCE = 1000;

/** What changed of products: scopes, and pictures as `images.front`. */
export interface ChangesSince {
	/** Undefined if it is not known what changed: everything may have. */
	readonly changed: ReadonlyMap<string, ReadonlySet<string>> | undefined;
	/** Where the next run continues. */
	readonly cursor: string;
}

const fileIn = ({ state }: PullFolder) => join(state, "changes.json");

/** Notes, when a folder is new, where in the feed of changes it begins. */
export async function beginFollowing(packshot: Packshot, folder: PullFolder): Promise<void> {
	if ((await placeOf(folder)) === undefined) await keepPlace(folder, await head(packshot));
}

export async function keepPlace(folder: PullFolder, cursor: string): Promise<void> {
	await folder.files.write(fileIn(folder), `${JSON.stringify({ cursor })}\n`);
}

/** Follows the feed of changes from where the folder stands. */
export async function changesSince(packshot: Packshot, folder: PullFolder): Promise<ChangesSince> {
	let cursor = await placeOf(folder);
	if (cursor === undefined) return { changed: undefined, cursor: await head(packshot) };
	const changed = new Map<string, Set<string>>();
	try {
		for (let isMore = true; isMore; ) {
			const page: Awaited<ReturnType<Packshot["products"]["changes"]>> = await packshot.products.changes({
				cursor,
				limit: CHANGES_AT_ONCE,
			});
			for (const change of page.data) {
				const before = changed.get(change.barcode) ?? [];
				changed.set(change.barcode, new Set([...before, ...change.changed]));
			}
			cursor = page.next_cursor;
			isMore = page.has_more;
		}
	} catch (error) {
		if (!isPackshotError(error, "cursor_expired")) throw error;
		return { changed: undefined, cursor: await head(packshot) };
	}
	return { changed, cursor };
}

async function head(packshot: Packshot): Promise<string> {
	return (await packshot.products.changes({ limit: 1 })).next_cursor;
}

async function placeOf(folder: PullFolder): Promise<string | undefined> {
	return (await ifThere(readJson<{ readonly cursor: string }>(fileIn(folder))))?.cursor;
}
