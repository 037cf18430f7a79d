import { type Actor, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";
import { findRow } from "../../../platform/db/rows.ts";
import { type ConflictKind, lookedAt } from "../../conflicts/conflicts.ts";
import { lockCatalogue } from "../../fields/field-counts.ts";
import { writeProducts } from "../../writing/apply-metadata.ts";

interface Look {
	readonly barcode: string;
	readonly kind: ConflictKind;
	readonly actor: Actor;
}

/** Notes that somebody looked at a conflict of a product: it stays silent until one of its facts changes. @returns false if there is no such product. */
export const lookAtConflict = command<Look, boolean>(
	"portal.look_at_conflict",
	async (tx, { barcode, kind, actor }, traits) => {
		await lockCatalogue(tx, traits);
		const row = await findRow(tx, "product", { barcode });
		if (!row) return false;
		const { id: _, ...product } = row;
		const looked_at = lookedAt(row, kind);
		if (looked_at === row.looked_at) return true;
		await writeProducts(tx, traits, [{ ...product, looked_at }]);
		await recordEvent(tx, actor, "conflict.looked_at", barcode, kind);
		return true;
	},
);
