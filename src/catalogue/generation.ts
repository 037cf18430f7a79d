import { randomUUID } from "node:crypto";
import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";
import type { MaybePromise } from "../platform/maybe-promise.ts";
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
export function createGenerationRead(db: Database): () => MaybePromise<string> {
	const find = db.pointRead(
		db.read.selectFrom("service_state").select("value").where("name", "=", "").compile(),
	);
	let answer: MaybePromise<string> | undefined;
	function ask(): Promise<string> {
		const asked = find(NAME).then((row) => row?.value ?? "");
		asked.then(
			(generation) => {
				if (answer === asked) answer = generation;
			},
			// For those who asked.
			() => undefined,
		);
		setImmediate(() => {
			answer = undefined;
		});
		return asked;
	}
	return () => {
		answer ??= ask();
		return answer;
	};
}
