import type { Database } from "../../platform/db/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type FramedTexts, framedTexts } from "./packet-frame.ts";
import { readRights } from "./saved-rights.ts";

/** How long texts may be cached: a change holds within 5 s (SPEC E11). */
const FRESH_MS = 4000;

/** The texts that deliveries carry now. */
export interface RightsInForce {
	readonly revision: number;
	readonly write: FramedTexts;
}

export type CurrentRights = ReturnType<typeof createCurrentRights>;

/** Texts of deliveries, cached for a few seconds. Their frames are kept for as long as nobody changes them. */
export function createCurrentRights(db: Database, clock: Clock) {
	let inForce: RightsInForce | undefined;
	let cached: { readonly rights: RightsInForce; readonly readAtMs: number } | undefined;
	let changes = 0;
	function known(): RightsInForce | undefined {
		// A clock that jumped back must not make texts count as fresh for longer.
		return cached && Math.abs(clock.now() - cached.readAtMs) < FRESH_MS ? cached.rights : undefined;
	}
	return {
		/** The texts as cached; `undefined` if they are too old. */
		known,
		async find() {
			const fresh = known();
			if (fresh) return fresh;
			const [readAtMs, changesBefore] = [clock.now(), changes];
			const { revision, texts } = await readRights(db.read);
			const rights = inForce?.revision === revision ? inForce : { revision, write: framedTexts(texts) };
			inForce = rights;
			// What was read while it was changed may be what it was before.
			if (changes === changesBefore) cached = { rights, readAtMs };
			return rights;
		},
		/** Has the next delivery read them again: they were changed on this node. */
		forget() {
			changes++;
			cached = undefined;
		},
	};
}
