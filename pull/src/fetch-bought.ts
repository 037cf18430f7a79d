import { isPackshotError } from "@packshot/sdk";
import { type Fetching, fetchOrder } from "./fetch-order.ts";
import { type PullFolder, pictureBytes } from "./folder.ts";
import { isFetched } from "./holdings.ts";
import { type FolderOrder, readOrders } from "./order-files.ts";
import type { Output } from "./output.ts";

/** Fetches what the folder's orders hold and it lacks. */
export async function fetchBought(pulling: Fetching & Pick<Output, "say" | "progress">): Promise<void> {
	const { folder, say, progress: shown } = pulling;
	const open = [];
	for (const order of await readOrders(folder))
		if (order.made && order.closed === undefined && !(await isFetched(folder, order))) open.push(order);
	let missing = 0;
	for (const order of open) missing += await missingIn(folder, order);
	const progress = shown("Pictures", missing);
	try {
		for (const order of open) await fetchOrder(pulling, order, progress);
	} catch (error) {
		if (isPackshotError(error, "not_found")) say("An order no longer exists: run the command again.");
		throw error;
	} finally {
		progress.end();
	}
}

async function missingIn(folder: PullFolder, { plan, made }: FolderOrder): Promise<number> {
	let missing = 0;
	for (const { barcode, variants } of made?.lines ?? [])
		for (const variant of variants)
			if (plan?.replaces || (await pictureBytes(folder, barcode, variant)) === undefined) missing++;
	return missing;
}
