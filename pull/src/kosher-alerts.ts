import { join } from "node:path";
import { isPackshotError, type KosherAlert, type Packshot } from "@packshot/sdk";
import { counted } from "./amounts.ts";
import type { PullFolder } from "./folder.ts";
import type { Say } from "./output.ts";

/** Live alerts about products, by barcode. */
export type AlertsOfProducts = ReadonlyMap<string, readonly KosherAlert[]>;

/** The live alerts that name any of these products. Free; none from a service of an earlier version. */
export async function liveAlerts(packshot: Packshot, barcodes: readonly string[]): Promise<AlertsOfProducts> {
	const held = new Set(barcodes);
	const found = new Map<string, KosherAlert[]>();
	try {
		for await (const alert of packshot.kosher.alerts({ live: true }))
			for (const barcode of alert.barcodes)
				if (held.has(barcode)) found.set(barcode, [...(found.get(barcode) ?? []), alert]);
	} catch (error) {
		if (!isPackshotError(error, "not_found")) throw error;
	}
	return new Map(
		barcodes.flatMap((barcode) => {
			const alerts = found.get(barcode);
			return alerts ? [[barcode, alerts] as const] : [];
		}),
	);
}

/** An alert in one line; capitals, because it is urgent. */
export function alertText({ kind, symbol, designation, lots, message }: KosherAlert): string {
	const about = [symbol, designation, lots].filter(Boolean).join(", ");
	return `ALERT, ${kind}${about === "" ? "" : ` (${about})`}: ${message.replace(/\s+/g, " ")}`;
}

/** Writes `alerts.ndjson`, a line for each product and alert; it is always there, so that a till need not ask whether it is. */
export async function writeAlerts({ path, files }: PullFolder, alerts: AlertsOfProducts): Promise<void> {
	const lines = [...alerts].flatMap(([barcode, each]) =>
		each.map(({ barcodes: _, ...alert }) => `${JSON.stringify({ barcode, ...alert })}\n`),
	);
	await files.write(join(path, "alerts.ndjson"), lines.join(""));
}

export function sayAlerts(alerts: AlertsOfProducts, say: Say): void {
	if (alerts.size === 0) return;
	say(`URGENT, ${counted(alerts.size, "product")} with kosher alerts:`);
	for (const [barcode, each] of alerts) for (const alert of each) say(`  ${barcode}: ${alertText(alert)}`);
}
