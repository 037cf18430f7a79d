import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { createLruCache } from "../../platform/recently-used.ts";
import type { ProductLabels } from "./product-change.ts";
import "./tables.ts";

export interface LoggedChange {
	readonly position: number;
	readonly changedAtMs: number;
	readonly barcode: string;
	/** What changed, and what the product has since then: bits of change-bits.ts. */
	readonly changed: number;
	readonly held: number;
	/** Before and after; `undefined` if the product did not exist. */
	readonly before: ProductLabels | undefined;
	readonly after: ProductLabels | undefined;
}

/** Number of changes that are read and cached together. */
const BLOCK = 1000;
/** Followers that are up to date all read the same newest changes; one that is catching up reads each block once. */
const CACHED_BLOCKS = 24;
/** Up to this many are read on this thread; more would make others wait. */
const FEW = 50;

/** The changes between two multiples of the block size that have been read so far, without gaps. */
interface Block {
	changes: readonly LoggedChange[];
	/** The read in progress, which others wait for instead of reading the same. */
	reading: Promise<void> | undefined;
}

/** Reads changes, caching recent blocks for all followers: what has been logged never changes. */
export function createChangeLog(db: Database) {
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
		// A gap means that the changes cached before it have been deleted in the meantime.
		const isNext = more[0]?.position === newest + 1;
		block.changes = more.length > 0 && !isNext ? more : [...block.changes, ...more];
	}

	async function read(epoch: string, after: number, upTo: number): Promise<readonly LoggedChange[]> {
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
	}

	return {
		/**
		 * Reads changes right after a position, up to another one: at least one if there are any, without gaps, but not necessarily all.
		 * @param epoch of both positions. @returns nothing when they are no longer kept.
		 */
		read,
		/** Starts reading what `read` will soon be asked for. A failure is ignored; `read` then retries and reports it. */
		readAhead(epoch: string, after: number, upTo: number) {
			read(epoch, after, upTo).catch(() => undefined);
		},
	};
}

/** A row, with the columns of ROWS in order. */
type Row = readonly [
	position: number,
	changedAtMs: number,
	barcode: string,
	changed: number,
	held: number,
	brandBefore: number | null,
	departmentBefore: number | null,
	brandAfter: number | null,
	departmentAfter: number | null,
];

const orNull = (column: string) => `coalesce(cast(${column} as text), 'null')`;

/** All rows as the content of one JSON list, because transferring a row takes longer than finding it. */
const ROWS = `string_agg('[' || ${[
	"position",
	"changed_at",
	`'"' || barcode || '"'`,
	"changed",
	"held",
	...["brand_before", "department_before", "brand_after", "department_after"].map(orNull),
].join(" || ',' || ")} || ']', ',' order by position)`;

async function readChanges(db: Database, after: number, upTo: number): Promise<LoggedChange[]> {
	const row = await (upTo - after <= FEW ? db.read : db.scan)
		.selectFrom("product_change")
		.select(sql<string | null>`${sql.raw(ROWS)}`.as("rows"))
		.where("position", ">", after)
		.where("position", "<=", upTo)
		.executeTakeFirst();
	const rows: Row[] = JSON.parse(`[${row?.rows ?? ""}]`);
	return rows.map(loggedChange);
}

function loggedChange(row: Row): LoggedChange {
	const [position, changedAtMs, barcode, changed, held, brandBefore, departmentBefore] = row;
	return {
		position,
		changedAtMs,
		barcode,
		changed,
		held,
		before: labelsOf(brandBefore, departmentBefore),
		after: labelsOf(row[7], row[8]),
	};
}

function labelsOf(brand: number | null, department: number | null): ProductLabels | undefined {
	return brand === null || department === null
		? undefined
		: { brand_number: brand, department_number: department };
}
