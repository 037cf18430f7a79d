import { boughtNames } from "../../alerts/holders.ts";
import { alertsWithIds, liveAlertIds, type ShownAlert } from "../../alerts/read.ts";
import { currentBarcodes } from "../../catalogue/barcodes/former-barcodes.ts";
import { COMING } from "../../catalogue/withholding/apply-alert.ts";
import type { Database } from "../../platform/db/database.ts";

export interface HeldAlert {
	readonly alert: ShownAlert;
	/** Those of its products that are held, each with a client that bought it. */
	readonly products: readonly { readonly barcode: string; readonly clientId: string }[];
}

/** The live kosher alerts about products that some clients ever bought, newest publication first. No filter or lock hides them: they are about safety. */
export async function heldAlerts(
	{ scan }: Pick<Database, "scan">,
	clientIds: readonly string[],
): Promise<HeldAlert[]> {
	if (clientIds.length === 0) return [];
	const rows = await scan
		.selectFrom("alerted_product as named")
		.innerJoin("kosher_alert", "kosher_alert.alert_id", "named.alert_id")
		.innerJoin(boughtNames(scan).as("held"), "held.name", "named.barcode")
		.select(["named.alert_id", "named.barcode"])
		.select(({ fn }) => fn.min("held.client_id").as("client_id"))
		.where("held.client_id", "in", clientIds)
		.where("named.named", "<>", COMING)
		.where("published_at", "is not", null)
		.where("ended_at", "is", null)
		.groupBy(["named.alert_id", "named.barcode"])
		.orderBy("named.barcode")
		.execute();
	const alerts = await alertsWithIds(scan, [...new Set(rows.map(({ alert_id }) => alert_id))]);
	return alerts
		.map((alert) => ({
			alert,
			products: rows
				.filter(({ alert_id }) => alert_id === alert.alert_id)
				.map(({ barcode, client_id: clientId }) => ({ barcode, clientId })),
		}))
		.sort((one, other) => (one.alert.published_at < other.alert.published_at ? 1 : -1));
}

/** The ids of live alerts about each of some products, also by the barcodes that these have today. */
export async function alertsOf(
	{ read, scan }: Pick<Database, "read" | "scan">,
	barcodes: readonly string[],
): Promise<(barcode: string) => string[]> {
	const corrected = await currentBarcodes(scan, barcodes);
	const idsOf = await liveAlertIds(read, [...new Set([...barcodes, ...corrected.values()])]);
	return (barcode) => [...new Set([...idsOf(barcode), ...idsOf(corrected.get(barcode) ?? "")])];
}
