import { textCell } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { type DescribedEvent, type EventFilter, type EventPosition, readEvents } from "./read.ts";
import { describeEvent } from "./words.ts";

const COLUMNS = [
	"at",
	"who",
	"what",
	"changes",
	"key",
	"client_id",
	"subject",
	"action",
	"address",
	"request_id",
];
const ROWS_AT_A_TIME = 500;

/** The log as CSV (RFC 4180), newest first, streamed. */
export async function* eventLines(db: Database, filter: EventFilter): AsyncGenerator<string> {
	yield `${COLUMNS.join(",")}\r\n`;
	let after: EventPosition | undefined;
	do {
		const { events, next } = await readEvents(db, filter, { after, limit: ROWS_AT_A_TIME });
		yield events.map(csvLine).join("");
		after = next ?? undefined;
	} while (after);
}

function csvLine(event: DescribedEvent): string {
	const { what, changes } = describeEvent(event);
	const cells = [
		isoTime(event.at),
		textCell(event.account_id === null ? "command line" : (event.email ?? event.account_id)),
		textCell(what),
		textCell(changes.map(({ name, before, after }) => `${name}: ${before ?? "?"} → ${after}`).join("; ")),
		textCell(event.client_name ?? ""),
		textCell(event.client_id ?? ""),
		textCell(event.subject),
		textCell(event.action),
		textCell(event.address ?? ""),
		textCell(event.request_id),
	];
	return `${cells.join(",")}\r\n`;
}
