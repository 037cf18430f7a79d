import { BESIDE_A_SERVER, pause } from "../platform/db/pace.ts";
import { writeInParts } from "../platform/db/write-in-parts.ts";
import { deliveredBefore, markGone, noteDelivered, removeGone } from "./batches/deliveries.ts";
import type { FileContents } from "./import-metadata.ts";
import { reportAbsent } from "./report.ts";
import type { ImportRun } from "./run.ts";

/** Products written in one transaction, so that others do not wait for long. */
const AT_ONCE = 200;

/** Reports the products that a whole delivery lacks, does with them what was chosen, and records what it has. */
export async function settleAbsent(run: ImportRun, { delivered, isWhole }: FileContents): Promise<void> {
	const { db, clock, order, changeSet, report, signal } = run;
	const { delivery } = order;
	if (!delivery || !isWhole || delivered.size === 0 || signal.aborted) return;
	let absent: string[] = [];
	const atMs = clock.now();
	const settle = async (some: readonly string[]) => {
		if (changeSet === null || delivery.absent === "leave" || some.length === 0) return;
		await inParts(some, (barcodes) =>
			delivery.absent === "mark"
				? db.write(markGone, { delivery: delivery.id, barcodes, atMs })
				: db.write(removeGone, { barcodes, changeSet }),
		);
	};
	for await (const { barcode, atMs: lastAtMs } of deliveredBefore(db.read, delivery.id)) {
		if (signal.aborted) return;
		if (delivered.has(barcode)) continue;
		reportAbsent(report, { barcode, atMs: lastAtMs });
		if (absent.push(barcode) >= AT_ONCE) {
			await settle(absent);
			absent = [];
		}
	}
	await settle(absent);
	if (changeSet === null) return;
	await inParts([...delivered], (barcodes) =>
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
