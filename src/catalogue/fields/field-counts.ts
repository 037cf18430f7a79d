import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate, insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { renewGeneration } from "../stored/generation.ts";
import { METADATA_KEYS } from "./fields.ts";
import { hasKey, type MaskedRow } from "./masks.ts";

/** Key under which the number of products itself is counted. */
export const ALL_PRODUCTS = "";

/** Accumulates how a transaction changes the counts, and writes that at its end together with a new generation of the catalogue. */
export interface FieldCounts {
	/** Notes a product before (`undefined`: it is new) and after (`undefined`: it is removed). */
	note(before: MaskedRow | undefined, after: MaskedRow | undefined): void;
	write(): Promise<void>;
}

const COLUMNS = ["field_key", "products"] as const;
const insertMissing = insertion("field_count", COLUMNS, "on conflict (field_key) do nothing");
const addCounts = insertion(
	"field_count",
	COLUMNS,
	"on conflict (field_key) do update set products = field_count.products + excluded.products",
);

/** Where transactions run concurrently, serialises those that change the catalogue. Whatever the change depends on has to be read afterwards. */
export async function lockCatalogue(tx: Tx, traits: EngineTraits): Promise<void> {
	if (!traits.locksRows) return;
	await insertMissing(tx, traits, [{ field_key: ALL_PRODUCTS, products: 0 }]);
	await forUpdate(
		tx.selectFrom("field_count").selectAll().where("field_key", "=", ALL_PRODUCTS),
		traits,
	).execute();
}

/** Opens the counts for a transaction that changes products, and locks the catalogue. */
export async function openFieldCounts(tx: Tx, traits: EngineTraits): Promise<FieldCounts> {
	await lockCatalogue(tx, traits);
	const changes = new Map<string, number>();
	let isChanged = false;
	return {
		note(before, after) {
			isChanged = true;
			for (const key of [ALL_PRODUCTS, ...METADATA_KEYS]) {
				const change = Number(countsUnder(after, key)) - Number(countsUnder(before, key));
				if (change !== 0) changes.set(key, (changes.get(key) ?? 0) + change);
			}
		},
		write: async () => {
			if (!isChanged) return;
			await renewGeneration(tx);
			await addCounts(
				tx,
				traits,
				[...changes].flatMap(([field_key, products]) => (products === 0 ? [] : { field_key, products })),
			);
		},
	};
}

function countsUnder(row: MaskedRow | undefined, key: string): boolean {
	if (!row) return false;
	return key === ALL_PRODUCTS || hasKey(row, key);
}
