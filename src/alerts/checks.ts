import { withheldText } from "../catalogue/withholding/withheld.ts";
import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import type { Tx } from "../platform/db/tx.ts";
import { newestAlertChange } from "./read.ts";
import type { SaidWording } from "./wording.ts";

export const alertChecks: readonly Check[] = [
	{
		name: "alerts",
		title: "kosher alerts",
		async examine({ db }) {
			const { alerts, ...found } = await checkAlerts(db.scan);
			// A server may have written between these reads.
			const faults = found.faults.length > 0 ? (await checkAlerts(db.scan)).faults : [];
			return { document: { alerts, faults }, fine: counted(alerts, "alert"), faults };
		},
	},
];

/** Compares what alerts note with each product that they name with what they say; acts under way are left out. */
async function checkAlerts(
	scan: Tx,
): Promise<{ readonly alerts: number; readonly faults: readonly string[] }> {
	const newest = await newestAlertChange(scan);
	const alerts = await scan.selectFrom("kosher_alert").selectAll().execute();
	const named = await scan
		.selectFrom("alerted_product")
		.select(["alert_id", "act", "withheld", "named"])
		.select(({ fn }) => fn.countAll<number>().as("products"))
		.groupBy(["alert_id", "act", "withheld", "named"])
		.execute();
	const byId = new Map(alerts.map((alert) => [alert.alert_id, alert]));
	const faults = named.flatMap(({ alert_id, act, withheld, named: isNamed, products }) => {
		const alert = byId.get(alert_id);
		if (alert && alert.pending !== null) return [];
		const count = counted(Number(products), "product");
		if (!alert?.wording) return [`${count} of alert ${alert_id}, which there is not`];
		const { symbol, designation, withholds }: SaidWording = JSON.parse(alert.wording);
		const isInForce = alert.ended_at === null && withholds && symbol !== null;
		const wanted = withheldText(isInForce ? [{ symbol, designation }] : []);
		const isDone = act === alert.act && isNamed === 1;
		if (isDone && withheld === wanted) return [];
		return [
			`alert ${alert_id} ${isDone ? `withholds ${withheld ?? "nothing"} instead of ${wanted ?? "nothing"}` : "is not carried out"} on ${count}`,
		];
	});
	const late = alerts.filter(({ position }) => Number(position ?? 0) > newest);
	return {
		alerts: alerts.length,
		faults: [
			...faults,
			...late.map(({ alert_id }) => `alert ${alert_id} has a place that no change was given yet`),
		],
	};
}
