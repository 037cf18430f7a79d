import { setMaintenance } from "../../platform/maintenance.ts";
import { prepareMove } from "./commands.ts";
import type { BothDatabases } from "./copy-rows.ts";
import { countRows } from "./rows.ts";
import { MoveRefused, movableTables, type TableShape } from "./shapes.ts";
import { clearMove, endFilling, moveOf, readState, startFilling } from "./state.ts";

/** Puts the source back into service; what was copied stays. @throws MoveRefused if there is nothing to abort, or the target has served since. */
export async function abortTransfer({ source, target }: BothDatabases, to: string): Promise<void> {
	const record = moveOf(await readState(source));
	if (!record) throw new MoveRefused("no move is in progress");
	if (record.to !== to) throw new MoveRefused(`the move in progress is to ${record.to}`);
	const tables = await movableTables(source);
	// The target first, so that the two are never in service at the same time.
	await startFilling(target, record.move);
	if (record.stage === "moved") {
		try {
			await requireUntouched({ source, target }, tables);
		} catch (fault) {
			await endFilling(target);
			throw fault;
		}
	}
	for (const table of tables) {
		await source.write(prepareMove, { what: "unwatch", table });
		await source.write(prepareMove, { what: "thaw", table });
	}
	await source.write(prepareMove, { what: "no log" });
	await clearMove(source);
	await source.write(setMaintenance, { message: record.maintenanceBefore });
}

async function requireUntouched(
	{ source, target }: BothDatabases,
	tables: readonly TableShape[],
): Promise<void> {
	for (const table of tables) {
		const [here, there] = await Promise.all([countRows(source, table), countRows(target, table)]);
		if (here !== there) {
			throw new MoveRefused(
				`the target has served since (${table.name}: ${here} rows here, ${there} there); move back from it instead`,
			);
		}
	}
}
