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
