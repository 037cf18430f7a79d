import { creditsForJson } from "../../../api/credits.ts";
import { requireOwn } from "../../../clients/policy/owned.ts";
import { handlers } from "../../../pages/call.ts";
import { daySpan } from "../../../pages/day-span.ts";
import type { Database } from "../../../platform/db/database.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { billingErrors } from "../../errors.ts";
import { spendingRoutes } from "./contract.ts";
import { readSpending, type SpendingAmount } from "./read-spending.ts";

const SHOWN = 20;

export function brandHandlers({ db }: { readonly db: Database }) {
	return handlers(spendingRoutes)({
		async "GET /keys/{client_id}/spending"({ person, path, query, nowMs }) {
			const { clientId, locks } = await requireOwn({ db }, person, path.client_id);
			const by = query.by === "brand" ? "brand" : "prefix";
			// The brand is metadata that this key may not read.
			if (by === "brand" && locks.some((lock) => BRAND_LOCKS.includes(lock))) {
				throw billingErrors.brand_locked();
			}
			const { startMs = 0, endMs = 0 } = daySpan(query);
			if (startMs < 0 || startMs >= endMs)
				throw badRequest("from must not be later than to, nor before 1970.");
			const days = { startMs, endMs, nowMs };
			const { names, noProduct, uncounted } = await readSpending(db, clientId, by, days);
			const others = names.slice(SHOWN);
			return {
				data: names.slice(0, SHOWN).map(({ name, ...amount }) => ({ name, ...answerOf(amount) })),
				others: { names: others.length, ...answerOf(sumOf(others)) },
				no_product: answerOf(noProduct),
				totals: answerOf(sumOf([...names, noProduct])),
				uncounted,
			};
		},
	});
}

const BRAND_LOCKS: readonly string[] = ["info", "info.brand"];

function answerOf({ charges, units }: SpendingAmount) {
	return { charges, credits: creditsForJson(units) };
}

function sumOf(amounts: readonly SpendingAmount[]): SpendingAmount {
	return amounts.reduce(
		(sum, { charges, units }) => ({ charges: sum.charges + charges, units: sum.units + units }),
		{ charges: 0, units: 0 },
	);
}
