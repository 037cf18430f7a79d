import type { CarryOver } from "../../platform/db/state-before.ts";
import { GLOBAL_MARK_SEED } from "./mark-formats.ts";

/** URLs that were consumed after a backup stay consumed when it is restored, and every delivery stays traceable. */
export async function carryOverDeliveries(state: CarryOver): Promise<void> {
	await state.add({ table: "used_url", key: ["url_id"] });
	const deliveries = state.nameOf("delivery");
	if (deliveries === undefined) return;
	const isDelivered = `before.image_id in (select image_id from ${deliveries})`;
	// Before the pictures, so that pictures of the backup keep the sizes that they had.
	await state.add({
		table: "image_size",
		key: ["image_id", "size_px"],
		where: `${isDelivered} and before.image_id not in (select image_id from image)`,
	});
	await state.add({
		table: "image",
		key: ["image_id"],
		where: isDelivered,
		instead: { active: "0", search_pack: null },
	});
	await state.add({
		table: "delivery",
		key: ["image_id", "client_id", "at", "url_id"],
		// Numbered anew: both states may have used the same numbers.
		instead: { id: null },
	});
	// The backup has none if nothing had been delivered yet.
	await state.add({
		table: "service_state",
		key: ["name"],
		where: `before.name = '${GLOBAL_MARK_SEED}'`,
	});
}
