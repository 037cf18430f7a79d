import { creditsForJson } from "../../api/credits.ts";
import type { ClientOrderTable } from "../../orders/tables.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { OrderSummary } from "./contract.ts";

/** An order without its lines. */
export function orderSummary(order: ClientOrderTable): OrderSummary {
	return {
		order_id: order.order_id,
		created_at: isoTime(order.created_at),
		expires_at: isoTime(order.expires_at),
		name: order.name,
		credits: creditsForJson(order.units),
		size: order.size_px,
		line_count: order.lines,
		found_count: order.lines_found,
	};
}
