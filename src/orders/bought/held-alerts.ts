import { boughtNames } from "../../alerts/holders.ts";
import { alertsWithIds, type ShownAlert } from "../../alerts/read.ts";
import { COMING } from "../../catalogue/withholding/apply-alert.ts";
import type { Database } from "../../platform/db/database.ts";

export interface HeldAlert {
	readonly alert: ShownAlert;
	/** How many of the products held it names. */
	readonly products: number;
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
		.select("named.alert_id")
		.select(({ fn }) => fn.count<number>("named.barcode").distinct().as("products"))
		.where("held.client_id", "in", clientIds)
		.where("named.named", "<>", COMING)
		.where("published_at", "is not", null)
		.where("ended_at", "is", null)
		.groupBy("named.alert_id")
		.execute();
	const counts = new Map(rows.map(({ alert_id, products }) => [alert_id, Number(products)]));
	const alerts = await alertsWithIds(scan, [...counts.keys()]);
	return alerts
		.map((alert) => ({ alert, products: counts.get(alert.alert_id) ?? 0 }))
		.sort((one, other) => (one.alert.published_at < other.alert.published_at ? 1 : -1));
}
