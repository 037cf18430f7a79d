import type { KosherAlert, KosherAlertAnswer, KosherAlerts, KosherAlertsQuery } from "./api-types.ts";
import { answered, type Call } from "./call.ts";
import type { CallOptions } from "./options.ts";
import { alertPath, productPath } from "./paths.ts";
import type { KosherRecord } from "./product-types.ts";
import type { Answer } from "./response-info.ts";

/** Which alerts to list; times may be dates. */
export type KosherAlertFilter = Omit<KosherAlertsQuery, "cursor" | "limit" | "changed_since"> & {
	/** Only alerts published, changed or ended then or later. */
	readonly changed_since?: string | Date | undefined;
};

/** What the hechshers of products rest on, and what went wrong with them. */
export interface Kosher {
	/** Every hechsher of a product with its status today and its certificate, and live alerts. Billed if a hechsher is listed that is not withheld. */
	get(barcode: string, options?: CallOptions): Promise<Answer<KosherRecord>>;
	/** Alerts that name a product the client may see, newest publication first. Free, whatever is locked. */
	alerts(filter?: KosherAlertFilter, options?: CallOptions): AsyncIterable<KosherAlert>;
	/** One alert, as it is now. Free. */
	alert(alertId: string, options?: CallOptions): Promise<Answer<KosherAlertAnswer>>;
}

export const kosherApi = (call: Call): Kosher => ({
	get: async (barcode, options) =>
		answered(call, { path: `${productPath(barcode)}/kosher`, isBilled: true }, options),
	async *alerts(filter, options) {
		let cursor: string | null = "";
		while (cursor !== null) {
			const query: object = { ...filter, cursor, limit: 200 };
			const page: KosherAlerts = await answered(call, { path: "/kosher-alerts", query }, options);
			yield* page.data;
			cursor = page.next_cursor;
		}
	},
	alert: async (alertId, options) => answered(call, { path: alertPath(alertId) }, options),
});
