import { sql } from "kysely";
import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";
import type { TaskTable } from "../platform/tasks/task-table.ts";

/** Progress of reading the labels, as stored with its task. */
export interface ReadingFigures {
	/** How many pictures there are to read, including those that have been read. */
	readonly total: number;
	readonly read: number;
	/** How many of them led to a suggestion. */
	readonly suggested: number;
	readonly refused: number;
	/** How many values entered the catalogue by themselves, and from which certainty on they do; null: none does. */
	readonly entered: number;
	readonly enterFrom: number | null;
}

export const NO_FIGURES: ReadingFigures = {
	total: 0,
	read: 0,
	suggested: 0,
	refused: 0,
	entered: 0,
	enterFrom: null,
};

/** Labels are read in one run at a time, which has no name of its own: which pictures are left follows from what has been read. */
export const READING = { kind: "label", ref: "labels" } as const;

export function figuresOf({ progress }: Pick<TaskTable, "progress">): ReadingFigures {
	return { ...NO_FIGURES, ...JSON.parse(progress ?? "{}") };
}

/** Reading so many takes days: what is beyond is counted then. */
const MOST_COUNTED = 20_000;

/** Current pictures of backs whose label has not been read. The condition is a literal, so that the index of current pictures is used. */
function unread(tx: Tx) {
	return tx
		.selectFrom("image")
		.leftJoin("label_reading", "label_reading.image_id", "image.image_id")
		.where(sql<boolean>`image.active = 1`)
		.where("image.variant", "=", "back")
		.where("label_reading.image_id", "is", null);
}

/** How many there are, at most `MOST_COUNTED`. */
export async function countUnread({ scan }: Database): Promise<number> {
	const some = unread(scan).select("image.image_id").limit(MOST_COUNTED).as("some");
	const row = await scan
		.selectFrom(some)
		.select(({ fn }) => fn.countAll<number>().as("pictures"))
		.executeTakeFirst();
	return Number(row?.pictures ?? 0);
}

/** The next one, by barcode. */
export function nextUnread({ scan }: Database, after: string) {
	return unread(scan)
		.select(["image.image_id", "image.barcode", "image.original_blob"])
		.where("image.barcode", ">", after)
		.orderBy("image.barcode")
		.limit(1)
		.executeTakeFirst();
}
