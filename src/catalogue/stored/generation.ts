import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { MaybePromise } from "../../platform/maybe-promise.ts";
import { setServiceState } from "../../platform/service-state.ts";

const NAME = "catalogue_generation";

/** The generation as an SQL expression to embed in other statements, so that reading it costs no extra round trip. */
export const GENERATION_VALUE = `coalesce((select value from service_state where name = '${NAME}'), '')`;

/** Marks the catalogue as changed; to be called in the transaction that changes it. */
export async function renewGeneration(tx: Tx): Promise<void> {
	await setServiceState(tx, NAME, randomUUID());
}

/**
 * Reads the current generation of stored products, whichever process wrote it. Data read after a generation is current for as long as the generation
 * stays the same. All requests in one turn of the event loop share an answer: they had all arrived when it was read.
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
			// The failure is reported to the callers.
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
