import { sql } from "kysely";
import { type CursorKind, readCursor, unfitCursor, writeCursor } from "./cursor.ts";
import type { Database } from "./db/database.ts";
import { EPOCH_VALUE } from "./epoch.ts";
import type { KeyPair } from "./secrets.ts";

/** Positions in a client's paginated lists. */
export interface PageCursors {
	/** The position after which to continue. @throws HttpError 400 for a cursor of another list or client, or from before a restore. */
	read(kind: CursorKind, cursor: string | undefined): Promise<string | undefined>;
	write(kind: CursorKind, place: string): Promise<string>;
}

export function createPageCursors(db: Database, keys: KeyPair): PageCursors {
	const readEpoch = async () => {
		const { rows } = await sql<{ epoch: string }>`select ${sql.raw(EPOCH_VALUE)} as epoch`.execute(db.read);
		return rows[0]?.epoch ?? "";
	};
	return {
		async read(kind, cursor) {
			if (cursor === undefined || cursor === "") return undefined;
			const { epoch, place } = readCursor(kind, cursor, keys);
			if (epoch !== (await readEpoch())) throw unfitCursor();
			return place;
		},
		write: async (kind, place) => writeCursor(kind, { epoch: await readEpoch(), place }, keys),
	};
}
