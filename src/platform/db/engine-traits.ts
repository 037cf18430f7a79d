import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Clock } from "../time/clock.ts";
import type { ChangeCapture } from "./change-capture.ts";
import { postgresChangeCapture } from "./postgres/change-capture.ts";
import { sqliteChangeCapture } from "./sqlite/change-capture.ts";

/** How the engines differ, as capabilities. Code checks for a capability, never for an engine's name. */
export interface EngineTraits {
	/** Column type for texts that compare and sort by their bytes. */
	readonly text: "text" | 'text collate "C"';
	/** Column type for integers of up to 53 bits. */
	readonly bigInteger: "integer" | "bigint";
	/** Column type for bytes. */
	readonly binary: "blob" | "bytea";
	/** Other processes may serve the same database, so nothing that must be exact can be kept in memory. */
	readonly sharedByNodes: boolean;
	/** Transactions run concurrently, so rows that a decision depends on must be locked. */
	readonly locksRows: boolean;
	/** A statement is a function call rather than a round trip: many small ones are faster than one that grows with the number of rows. */
	readonly statementsAreCalls: boolean;
	/** Many rows are inserted from one JSON text, so the statement is the same for any number of rows. */
	readonly insertsFromJson: boolean;
	/** How a list of texts is passed as one parameter: the SQL after a column that tests membership, and the value. */
	readonly listParameter: { readonly test: string; readonly value: (texts: readonly string[]) => unknown };
	/** The same test as a condition of a query. */
	readonly isInList: (column: string, texts: readonly string[]) => RawBuilder<SqlBool>;
	/** Ascending row numbers come from an identity column instead of the rowid. */
	readonly numbersRowsByIdentity: boolean;
	/** The bytes of a column as hexadecimal digits, as an SQL expression. */
	readonly hexOf: (column: string) => string;
	/** The current time of the database host's clock in milliseconds since 1970, as an SQL expression. */
	readonly clockMs: string;
	/** An SQL expression that makes the server roll the transaction back after this many milliseconds without a statement. */
	readonly endWhenSilent?: (milliseconds: number) => string;
	/** A statement that reports corruption of the file, one finding per row, or `ok`. Absent where a server checks its own files. */
	readonly integrityCheck?: string;
	/** How tables are described, watched and frozen while a live database is transferred. */
	readonly changeCapture: ChangeCapture;
}

/** The same engine, but its time is that of a clock which tests move, if there is one. */
export function withClock(traits: EngineTraits, sharedMs: Clock["sharedMs"]): EngineTraits {
	if (!sharedMs) return traits;
	return {
		...traits,
		get clockMs() {
			return String(sharedMs[0]);
		},
	};
}

export const sqliteTraits: EngineTraits = {
	text: "text",
	bigInteger: "integer",
	binary: "blob",
	sharedByNodes: false,
	locksRows: false,
	statementsAreCalls: true,
	insertsFromJson: false,
	listParameter: { test: "in (select value from json_each(?))", value: (texts) => JSON.stringify(texts) },
	isInList: (column, texts) =>
		sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`,
	numbersRowsByIdentity: false,
	hexOf: (column) => `hex(${column})`,
	clockMs: "cast(round(unixepoch('subsec') * 1000) as integer)",
	integrityCheck: "pragma integrity_check",
	changeCapture: sqliteChangeCapture,
};

export const postgresTraits: EngineTraits = {
	text: 'text collate "C"',
	bigInteger: "bigint",
	binary: "bytea",
	sharedByNodes: true,
	locksRows: true,
	statementsAreCalls: false,
	insertsFromJson: true,
	listParameter: { test: "= any($1)", value: (texts) => texts },
	isInList: (column, texts) => sql`${sql.ref(column)} = any(${texts})`,
	numbersRowsByIdentity: true,
	hexOf: (column) => `encode(${column}, 'hex')`,
	clockMs: "floor(extract(epoch from clock_timestamp()) * 1000)::bigint",
	endWhenSilent: (milliseconds) =>
		`set_config('idle_in_transaction_session_timeout', '${milliseconds}', true)`,
	changeCapture: postgresChangeCapture,
};
