import type { Database } from "../../platform/db/database.ts";
import { createLruCache } from "../../platform/recently-used.ts";
import type { ProductLabels } from "./product-change.ts";
import type { ProductChangeTable } from "./tables.ts";

/** A change as it was logged. */
export interface LoggedChange {
	readonly position: number;
	readonly changedAtMs: number;
	readonly barcode: string;
	/** What changed, and what the product has since then: bits of change-bits.ts. */
	readonly changed: number;
	readonly held: number;
	/** Before and after; `undefined` where the product was not there. */
	readonly before: ProductLabels | undefined;
	readonly after: ProductLabels | undefined;
}

/** The changes of all products in their order. */
export interface ChangeLog {
	/**
	 * Changes right after a position, up to another one: some of them, at least one, and none missing in between.
	 * @param epoch of both positions. @returns nothing when they are no longer kept.
	 */
	read(epoch: string, after: number, upTo: number): Promise<readonly LoggedChange[]>;
}

/** Changes that are read and cached together. */
const BLOCK = 1000;
/** Followers read the newest changes, all of them the same; one that catches up reads each block once. */
const CACHED_BLOCKS = 24;
/** So few are read on this thread; more would make others wait. */
const FEW = 50;

/** The changes between two multiples of the block's size that have been read so far, without a gap. */
interface Block {
	changes: readonly LoggedChange[];
	/** The read under way, which others wait for instead of reading the same. */
	reading: Promise<void> | undefined;
}

/** Reads changes, those of recent blocks once for all followers: what is logged never changes. */
export function createChangeLog(db: Database): ChangeLog {
	const blocks = createLruCache<Block>(CACHED_BLOCKS);

	function blockOf(epoch: string, number: number): Block {
		const name = `${epoch} ${number}`;
		let block = blocks.get(name);
		if (!block) {
			block = { changes: [], reading: undefined };
			blocks.set(name, block);
		}
		return block;
	}
	async function fill(block: Block, after: number, upTo: number): Promise<void> {
		const newest = block.changes.at(-1)?.position ?? after;
		const more = await readChanges(db, newest, upTo);
		// What was cached before a gap is older than what is kept.
		const isNext = more[0]?.position === newest + 1;
		block.changes = more.length > 0 && !isNext ? more : [...block.changes, ...more];
	}

	return {
		async read(epoch, after, upTo) {
			const number = Math.floor(after / BLOCK);
			const begin = number * BLOCK;
			const end = Math.min(begin + BLOCK, upTo);
			const block = blockOf(epoch, number);
			while ((block.changes.at(-1)?.position ?? begin) < end) {
				if (block.reading) {
					await block.reading;
					continue;
				}
				const known = block.changes.length;
				block.reading = fill(block, begin, end).finally(() => {
					block.reading = undefined;
				});
				await block.reading;
				if (block.changes.length === known) break;
			}
			const place = after + 1 - (block.changes[0]?.position ?? Number.POSITIVE_INFINITY);
			return place < 0 ? [] : block.changes.slice(place, place + end - after);
		},
	};
}

async function readChanges(db: Database, after: number, upTo: number): Promise<LoggedChange[]> {
	const rows = await (upTo - after <= FEW ? db.read : db.scan)
		.selectFrom("product_change")
		.selectAll()
		.where("position", ">", after)
		.where("position", "<=", upTo)
		.orderBy("position")
		.execute();
	return rows.map(loggedChange);
}

function loggedChange(row: ProductChangeTable): LoggedChange {
	return {
		position: row.position,
		changedAtMs: row.changed_at,
		barcode: row.barcode,
		changed: row.changed,
		held: row.held,
		before: labelsOf(row.brand_before, row.department_before),
		after: labelsOf(row.brand_after, row.department_after),
	};
}

function labelsOf(brand: number | null, department: number | null): ProductLabels | undefined {
	return brand === null || department === null
		? undefined
		: { brand_number: brand, department_number: department };
}
