import { CompiledQuery } from "kysely";
import type { EngineTraits } from "./db/engine-traits.ts";
import type { Tx } from "./db/tx.ts";

/** State of the service that all its processes share: texts by name. */
interface ServiceStateTable {
	name: string;
	value: string;
}

declare module "./db/tables.ts" {
	interface Tables {
		service_state: ServiceStateTable;
	}
}

/** Keeps a text under a name; `null` takes it away. */
export async function setServiceState(tx: Tx, name: string, value: string | null): Promise<void> {
	if (value === null) {
		await tx.deleteFrom("service_state").where("name", "=", name).execute();
		return;
	}
	await tx
		.insertInto("service_state")
		.values({ name, value })
		.onConflict((on) => on.column("name").doUpdateSet({ value }))
		.execute();
}

/** Keeps a text under a name that has none yet. */
export async function initServiceState(tx: Tx, name: string, value: string): Promise<void> {
	await tx
		.insertInto("service_state")
		.values({ name, value })
		.onConflict((on) => on.column("name").doNothing())
		.execute();
}

/** Raises a number that is kept under a name; one that was never raised begins at 0. @returns what it is then. */
export async function raiseServiceNumber(
	tx: Tx,
	{ bigInteger }: EngineTraits,
	name: string,
	by: number,
): Promise<number> {
	const text = `insert into service_state (name, value) values ('${name}', '${by}') on conflict (name)
		do update set value = cast(cast(service_state.value as ${bigInteger}) + ${by} as text) returning value`;
	const { rows } = await tx.executeQuery<{ value: string }>(CompiledQuery.raw(text));
	return Number(rows[0]?.value);
}
