import { randomUUID } from "node:crypto";
import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";
import { setServiceState } from "../platform/service-state.ts";

const NAME = "catalogue_generation";

/** The generation as a value within any other statement, so that reading it costs no round trip of its own. */
export const GENERATION_VALUE = `coalesce((select value from service_state where name = '${NAME}'), '')`;

/** Marks the catalogue as changed; inside the transaction that changes it. */
export async function renewGeneration(tx: Tx): Promise<void> {
	await setServiceState(tx, NAME, randomUUID());
}

/**
 * The generation of products stored at this moment, whichever process wrote it. Data read after a generation was seen is current for as
 * long as the generation stays the same. All requests of one event-loop turn share an answer: they had all arrived when it was read.
 */
export function createGenerationRead(db: Database): () => Promise<string> {
	const find = db.pointRead(
		db.read.selectFrom("service_state").select("value").where("name", "=", "").compile(),
	);
	const ask = async () => (await find(NAME))?.value ?? "";
	let answer: Promise<string> | undefined;
	return () => {
		if (!answer) {
			answer = ask();
			setImmediate(() => {
				answer = undefined;
			});
		}
		return answer;
	};
}
