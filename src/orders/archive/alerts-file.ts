import { alertsWithIds, liveAlertIds, type ShownAlert } from "../../alerts/read.ts";
import { BYTE_ORDER_MARK, textCell } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";

const COLUMNS = [
	"barcode",
	"alert_id",
	"kind",
	"symbol",
	"designation",
	"message",
	"lots",
	"source",
	"published_at",
	"changed_at",
] as const;

/** What live alerts say of the products of an order, a row for each product and alert, as CSV (SPEC E12); undefined if none is about them. */
export async function alertsFile(
	{ read }: Pick<Database, "read">,
	barcodes: readonly string[],
): Promise<string | undefined> {
	const idsOf = await liveAlertIds(read, barcodes);
	const named = barcodes.flatMap((barcode) => idsOf(barcode).map((id) => ({ barcode, id })));
	if (named.length === 0) return undefined;
	const alerts = await alertsWithIds(read, [...new Set(named.map(({ id }) => id))]);
	const byId = new Map(alerts.map((alert) => [alert.alert_id, alert]));
	const rows = named.flatMap(({ barcode, id }) => {
		const alert = byId.get(id);
		return alert ? [rowOf(barcode, alert)] : [];
	});
	return BYTE_ORDER_MARK + [COLUMNS.join(","), ...rows, ""].join("\n");
}

function rowOf(barcode: string, alert: ShownAlert): string {
	const cells: Readonly<Record<string, unknown>> = { ...alert, barcode };
	return COLUMNS.map((column) => textCell(String(cells[column] ?? ""))).join(",");
}
