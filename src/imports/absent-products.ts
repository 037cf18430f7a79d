import { otherForms } from "../catalogue/barcodes/same-product.ts";
import type { Database } from "../platform/db/database.ts";
import { BESIDE_A_SERVER, pause } from "../platform/db/pace.ts";
import { writeInParts } from "../platform/db/write-in-parts.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { AbsentChoice } from "./absent-choice.ts";
import { deliveredBefore, markGone, noteDelivered, removeGone } from "./batches/deliveries.ts";
import { type ImportReport, reportAbsent } from "./report.ts";

/** What a delivery has, while it is read. */
export interface Delivery {
	/** Tables of the same kind have the same. */
	readonly id: string;
	/** The barcodes of its products, in every form where it is not known which one is meant. */
	readonly barcodes: Set<string>;
	/** False once a part of it could not be read: what that had cannot be called absent. */
	isWhole: boolean;
}

export function beginDelivery(id: string | undefined): Delivery | undefined {
	return id === undefined ? undefined : { id, barcodes: new Set(), isWhole: true };
}

/** Notes a product of a row that was refused: the catalogue may have it in another form. */
export function noteRefused({ barcodes }: Delivery, barcode: string): void {
	for (const form of [barcode, ...otherForms(barcode)]) barcodes.add(form);
}

interface Settling {
	readonly db: Database;
	readonly clock: Clock;
	readonly delivery: Delivery;
	readonly choice: AbsentChoice;
	/** Null for a dry run. */
	readonly changeSet: number | null;
	readonly report: ImportReport;
	readonly signal: AbortSignal | undefined;
}

/** Products written in one transaction, so that others do not wait for long. */
const AT_ONCE = 200;

/** Reports the products that a whole delivery lacks, does with them what was chosen, and records what it has. */
export async function settleAbsent(settling: Settling): Promise<void> {
	const { db, clock, delivery, choice, changeSet, report, signal } = settling;
	if (!delivery.isWhole || delivery.barcodes.size === 0 || signal?.aborted) return;
	let absent: string[] = [];
	const atMs = clock.now();
	const settle = async (some: readonly string[]) => {
		if (changeSet === null || choice === "leave" || some.length === 0) return;
		await inParts(some, (barcodes) =>
			choice === "mark"
				? db.write(markGone, { delivery: delivery.id, barcodes, atMs })
				: db.write(removeGone, { barcodes, changeSet }),
		);
	};
	for await (const { barcode, atMs: lastAtMs } of deliveredBefore(db.read, delivery.id)) {
		if (signal?.aborted) return;
		if (delivery.barcodes.has(barcode)) continue;
		reportAbsent(report, { barcode, atMs: lastAtMs });
		if (absent.push(barcode) >= AT_ONCE) {
			await settle(absent);
			absent = [];
		}
	}
	await settle(absent);
	if (changeSet === null) return;
	await inParts([...delivery.barcodes], (barcodes) =>
		db.write(noteDelivered, { delivery: delivery.id, barcodes, atMs }),
	);
}

async function inParts(
	all: readonly string[],
	write: (some: readonly string[]) => Promise<unknown>,
): Promise<void> {
	for (let at = 0; at < all.length; at += AT_ONCE) {
		await writeInParts(all.slice(at, at + AT_ONCE), async (some) => {
			await write(some);
			return some;
		});
		await pause(BESIDE_A_SERVER);
	}
}
