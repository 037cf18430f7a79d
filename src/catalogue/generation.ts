import { randomUUID } from "node:crypto";
import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";

const NAME = "catalogue_generation";

/** The generation as a value of any other statement: what is asked along takes no round trip of its own. */
export const GENERATION_VALUE = `coalesce((select value from service_state where name = '${NAME}'), '')`;

/** Says that the catalogue is another one from here on; inside the transaction that changes it. */
export async function renewGeneration(tx: Tx): Promise<void> {
	const value = randomUUID();
	await tx
		.insertInto("service_state")
		.values({ name: NAME, value })
		.onConflict((on) => on.column("name").doUpdateSet({ value }))
		.execute();
}

/**
 * Which generation of products is stored at this moment, whoever wrote it. What was read after one generation was seen is what is stored
 * for as long as the same one is. All requests of one turn of the event loop share an answer: they had all come when it was asked for.
 */
export function catalogueGeneration(db: Database): () => Promise<string> {
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
