import { command } from "../../platform/db/command.ts";
import { deleteRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { setServiceState } from "../../platform/service-state.ts";
import { mappingOfPairs } from "../formats/mapping/column-mapping.ts";
import type { ColumnMapping } from "../formats/mapping/mapping-shape.ts";
import type { TableHead } from "../formats/mapping/table-head.ts";

/** Mappings that an installation keeps. */
const MOST_SAVED = 200;
/** Imports whose mapping is tried on a new table. */
const RECENT = 50;

export interface SavedMapping {
	readonly name: string;
	readonly mapping: ColumnMapping;
}

/** Saves a mapping, replacing the one of the same name. Writing its name makes all that are saved wait for one another, so that each counts those before it. @returns false if there are too many already */
export const saveMapping = command<SavedMapping & { accountId: string; nowMs: number }, boolean>(
	"imports.save_mapping",
	async (tx, { name, mapping, accountId, nowMs }) => {
		await setServiceState(tx, "last_mapping", name);
		const others = await tx.selectFrom("import_mapping").select("name").where("name", "<>", name).execute();
		if (others.length >= MOST_SAVED) return false;
		const row = { mapping: JSON.stringify(mapping), saved_by: accountId, saved_at: nowMs };
		await tx
			.insertInto("import_mapping")
			.values({ name, ...row })
			.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
			.execute();
		return true;
	},
);

/** @returns whether there was one of that name */
export const forgetMapping = command<{ name: string }, boolean>(
	"imports.forget_mapping",
	async (tx, { name }) => (await deleteRows(tx, "import_mapping", { name })) > 0,
);

/** All saved mappings, by name. */
export async function savedMappings(tx: Tx): Promise<SavedMapping[]> {
	const rows = await tx.selectFrom("import_mapping").select(["name", "mapping"]).orderBy("name").execute();
	return rows.map(({ name, mapping }) => ({ name, mapping: JSON.parse(mapping) as ColumnMapping }));
}

/** What a person said before about a table with the same columns: the saved mapping with most of them, else that of the latest import; undefined if there is none. */
export async function mappingSaidBefore(tx: Tx, { columns }: TableHead): Promise<ColumnMapping | undefined> {
	const names = new Set(columns.map(({ name }) => name));
	const fits = (mapping: ColumnMapping) =>
		Object.keys(mapping).every((name) => names.has(name)) &&
		"mapping" in mappingOfPairs(Object.entries(mapping));
	const saved = (await savedMappings(tx)).map(({ mapping }) => mapping).filter(fits);
	const [most] = saved.sort((one, other) => Object.keys(other).length - Object.keys(one).length);
	if (most) return most;
	const rows = await tx
		.selectFrom("import_batch")
		.select("mapping")
		.where("state", "=", "imported")
		.where("mapping", "is not", null)
		.orderBy("import_id", "desc")
		.limit(RECENT)
		.execute();
	return rows.map(({ mapping }) => JSON.parse(mapping ?? "{}") as ColumnMapping).find(fits);
}
