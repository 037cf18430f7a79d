import type { CarryOver } from "./platform/db/state-before.ts";
import { rooms } from "./rooms.ts";

/** Carries over from a replaced state what must not open again, and the deliveries by which leaks are traced. */
export async function keepShut(state: CarryOver): Promise<void> {
	for (const carryOver of await Promise.all(rooms.map(({ keepShut }) => keepShut?.())))
		await carryOver?.(state);
}
