import { randomBytes } from "node:crypto";
import type { Database } from "./db/database.ts";
import type { Tx } from "./db/tx.ts";
import { ensureServiceState, setServiceState } from "./service-state.ts";

const NAME = "cursor_epoch";
const EPOCH_BYTES = 12;

/** The epoch as an SQL expression to embed in other statements, so that reading it costs no extra round trip. */
export const EPOCH_VALUE = `coalesce((select value from service_state where name = '${NAME}'), '')`;

/** Makes sure that there is an epoch; to be called before anything is served. */
export async function ensureEpoch(db: Database): Promise<void> {
	await ensureServiceState(db, NAME, newEpoch);
}

/** Starts a new epoch: data was restored to an earlier state, so positions in it no longer mean what they did (SPEC E4). */
export async function renewEpoch(tx: Tx): Promise<void> {
	await setServiceState(tx, NAME, newEpoch());
}

/** Reads the epoch anew on each call: a restore may replace the data underneath a server that shares its database. */
export function createEpochRead(db: Database): () => Promise<string> {
	const find = db.pointRead(
		db.read.selectFrom("service_state").select("value").where("name", "=", "").compile(),
	);
	return async () => (await find(NAME))?.value ?? "";
}

function newEpoch(): string {
	return randomBytes(EPOCH_BYTES).toString("base64url");
}
