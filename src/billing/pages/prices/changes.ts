import { creditsForJson } from "../../../api/credits.ts";
import { type Actor, type Changes, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { type PriceOrder, type PriceOutcome, placePrice } from "../../prices/prices.ts";
import { type PriceWithdrawal, takePriceBack, type WithdrawalOutcome } from "../../prices/withdraw-price.ts";

/** Announces a price, and records by whom. @param input.beforeUnits the current price, for the record. */
export const announcePrice = command<PriceOrder & { beforeUnits: number; actor: Actor }, PriceOutcome>(
	"portal.announce_price",
	async (tx, { actor, beforeUnits, ...order }) => {
		const outcome = await placePrice(tx, order);
		if (outcome !== "set") return outcome;
		const changes: Changes = {
			price: [creditsForJson(beforeUnits), creditsForJson(order.units)],
			effective_from: [null, isoTime(order.effectiveAtMs)],
		};
		await recordEvent(tx, actor, "price.announced", order.action, changes);
		return outcome;
	},
);

export const withdrawAnnounced = command<PriceWithdrawal & { actor: Actor }, WithdrawalOutcome>(
	"portal.withdraw_price",
	async (tx, { actor, ...withdrawal }) => {
		const outcome = await takePriceBack(tx, withdrawal);
		if (outcome.kind !== "withdrawn") return outcome;
		const changes: Changes = {
			price: [creditsForJson(outcome.units), null],
			effective_from: [isoTime(outcome.effectiveAtMs), null],
		};
		await recordEvent(tx, actor, "price.withdrawn", withdrawal.action, changes);
		return outcome;
	},
);
