import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { MoveRefused, type TableShape, tableNames } from "./shapes.ts";
import { filledBy, installationOf, moveOf, readState } from "./state.ts";

/** What exists at the target of a transfer. */
export type TargetContent = "nothing" | "a part of this move" | "an earlier copy";

/** Checks before anything is written. @throws MoveRefused when there are tables that are not Packshot's. */
export async function requireOwnTables(target: Database): Promise<void> {
	const names = await tableNames(target);
	if (names.size > 0 && !names.has("migration")) {
		throw new MoveRefused(`the target database holds tables of another program: ${[...names].join(", ")}`);
	}
}

/**
 * @param installation that of the source. @param move a move that may have been started here before.
 * @throws MoveRefused when the target holds data that is not a copy of the source's.
 */
export async function contentOf(
	target: Database,
	shapes: readonly TableShape[],
	{ installation, move }: { readonly installation: string; readonly move: string },
): Promise<TargetContent> {
	const names = await tableNames(target);
	const state = names.has("service_state") ? await readState(target) : new Map<string, string>();
	if (filledBy(state) === move) return "a part of this move";
	const filled = await firstFilled(
		target,
		shapes.filter(({ name }) => names.has(name)),
	);
	if (filled === undefined) return "nothing";
	if (filledBy(state) !== undefined && installationOf(state) === installation) return "an earlier copy";
	if (installationOf(state) !== installation) {
		throw new MoveRefused(
			`the target database holds another installation (rows in ${filled}); use an empty one`,
		);
	}
	if (moveOf(state)?.stage !== "moved") {
		throw new MoveRefused(
			"the target database already holds this installation and was never moved from: whatever it has stored since would be lost",
		);
	}
	return "an earlier copy";
}

async function firstFilled(db: Database, shapes: readonly TableShape[]): Promise<string | undefined> {
	for (const { name } of shapes) {
		const { rows } = await sql`select 1 as one from ${sql.table(name)} limit 1`.execute(db.scan);
		if (rows.length > 0) return name;
	}
	return undefined;
}
