import { defaultWatermark } from "../pictures/preparation/watermark-settings.ts";
import { createDryRun } from "./dry-run.ts";
import { ownFormat } from "./formats/file-format.ts";
import type { ImportOrder, ImportStores } from "./import-order.ts";
import { emptyReport } from "./report.ts";
import type { ImportRun } from "./run.ts";

/** An order to import files as they are. */
export function importOrder(paths: readonly string[], more: Partial<ImportOrder> = {}): ImportOrder {
	return {
		paths,
		format: ownFormat(),
		batch: "test",
		ownership: null,
		uploadedBy: null,
		accountId: null,
		existingOnly: false,
		mode: "replace",
		keepsEdited: false,
		exact: false,
		dryRun: false,
		holdsUpServer: () => false,
		watermark: defaultWatermark,
		sizesPx: [],
		uploadOffsetMinutes: 0,
		...more,
	};
}

/** An import that has begun, for tests of one of its steps. */
export function importRun(
	{ db, blobs, clock }: ImportStores,
	more: Partial<ImportOrder> = {},
	since = 0,
): ImportRun {
	const order = importOrder([], more);
	return {
		db,
		blobs,
		clock,
		order,
		signal: new AbortController().signal,
		report: emptyReport(),
		since,
		changeSet: null,
		dryRun: order.dryRun ? createDryRun(new Map()) : null,
		filled: new Set(),
		onChange: () => undefined,
		onProgress: () => undefined,
		onRead: () => undefined,
	};
}
