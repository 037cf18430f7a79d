import type { Database } from "../../platform/db/database.ts";
import { setState } from "./commands.ts";

/** The source's record of its transfer, in `service_state`. */
export interface MoveRecord {
	/** Identifies this transfer; the target stores it too, with its progress. */
	readonly move: string;
	/** Target, without passwords. */
	readonly to: string;
	readonly stage: "copying" | "cutting over" | "moved";
	/** The maintenance message before the transfer, if there was one. */
	readonly maintenanceBefore: string | null;
	readonly atMs: number;
}

const INSTALLATION = "installation";
const MOVE = "move";
const FILLED_BY = "filled_by_move";
const MAINTENANCE = "maintenance";

/** Rows of `service_state` that are not transferred. */
const OWN = new Set([MOVE, FILLED_BY, MAINTENANCE]);

export async function readState(db: Database): Promise<Map<string, string>> {
	const rows = await db.read.selectFrom("service_state").selectAll().execute();
	return new Map(rows.map(({ name, value }) => [name, value]));
}

export function installationOf(state: ReadonlyMap<string, string>): string | undefined {
	return state.get(INSTALLATION);
}

export function moveOf(state: ReadonlyMap<string, string>): MoveRecord | undefined {
	const text = state.get(MOVE);
	return text === undefined ? undefined : (JSON.parse(text) as MoveRecord);
}

/** The transfer that is filling this database; `undefined` if none is. */
export function filledBy(state: ReadonlyMap<string, string>): string | undefined {
	return state.get(FILLED_BY);
}

export function nameInstallation(db: Database, installation: string): Promise<undefined> {
	return db.write(setState, { values: { [INSTALLATION]: installation } });
}

export function saveMove(db: Database, record: MoveRecord): Promise<undefined> {
	return db.write(setState, { values: { [MOVE]: JSON.stringify(record) } });
}

/** Marks the source as neither transferred nor being transferred. */
export function clearMove(db: Database): Promise<undefined> {
	return db.write(setState, { values: { [MOVE]: null } });
}

/** Makes the database refuse requests until it is filled. */
export function startFilling(db: Database, move: string): Promise<undefined> {
	const message = "The service is being moved here and will be back shortly.";
	return db.write(setState, { values: { [FILLED_BY]: move, [MOVE]: null, [MAINTENANCE]: message } });
}

/** Lets the database serve from now on. */
export function endFilling(db: Database): Promise<undefined> {
	return db.write(setState, { values: { [FILLED_BY]: null, [MAINTENANCE]: null } });
}

/** Copies the service's state, except what concerns only one side. */
export async function copyState(source: Database, target: Database): Promise<void> {
	const [here, there] = [await readState(source), await readState(target)];
	const values: Record<string, string | null> = {};
	for (const name of there.keys()) if (!OWN.has(name)) values[name] = null;
	for (const [name, value] of here) if (!OWN.has(name)) values[name] = value;
	await target.write(setState, { values });
}
