import { creditsForJson } from "../../../api/credits.ts";
import { handlers } from "../../../pages/call.ts";
import { givenUnits } from "../../../pages/given-credits.ts";
import type { Database } from "../../../platform/db/database.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { parseDate, parseTime } from "../../../platform/http/query.ts";
import type { AnswerOf } from "../../../platform/http/route.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { billingErrors } from "../../errors.ts";
import { type Action, actionDescription, actions, isRetired, retiredText } from "../../prices/actions.ts";
import {
	announcePrice,
	hasCharged,
	NOTICE_MS,
	type PriceChange,
	type PriceList,
	readPriceList,
} from "../../prices/prices.ts";
import { withdrawAnnounced } from "../../prices/withdraw-price.ts";
import { DAYS_ADDED_UP, openDay } from "../../usage/days.ts";
import { areDaysAddedUp, readUsedByClients } from "../../usage/used-by-clients.ts";
import { type Impact, priceRoutes } from "./contract.ts";
import { type ClientImpact, type FoundImpact, type ImpactParts, impactOf, type Span } from "./impact.ts";

export function priceHandlers({ db }: { readonly db: Database }) {
	const answer = async (nowMs: number) => ({
		...pricesAnswer(await readPriceList(db), nowMs),
		are_fixed: await hasCharged(db.read),
	});
	return handlers(priceRoutes)({
		"GET /admin/prices": ({ nowMs }) => answer(nowMs),
		async "POST /admin/prices"({ body, actor, nowMs }) {
			const { action, effective_from: day, at_once: immediately = false } = body;
			requirePriced(action);
			const units = givenUnits("price", body.price);
			if (immediately && day !== undefined) throw badRequest("effective_from: leave it out with at_once.");
			const earliestMs = immediately ? nowMs : nowMs + NOTICE_MS;
			const effectiveAtMs = day === undefined ? earliestMs : parseDate(day);
			if (effectiveAtMs === undefined) throw badRequest("effective_from: a day such as 2027-01-31.");
			const beforeUnits = (await readPriceList(db)).unitsOf(action, nowMs);
			const order = { action, units, effectiveAtMs, nowMs, immediately, beforeUnits, actor };
			const outcome = await db.write(announcePrice, order);
			if (outcome === "already_charging") throw billingErrors.prices_fixed();
			if (outcome !== "set") throw billingErrors[outcome]();
			return answer(nowMs);
		},
		async "POST /admin/prices/withdraw"({ body, actor, nowMs }) {
			const effectiveAtMs = parseTime(body.effective_from) ?? null;
			const withdrawal = { action: body.action, effectiveAtMs, nowMs, actor };
			const outcome = await db.write(withdrawAnnounced, withdrawal);
			if (outcome.kind !== "withdrawn") throw billingErrors.price_not_announced();
			return answer(nowMs);
		},
		async "GET /admin/prices/impact"({ query, nowMs }) {
			const { action } = query;
			requirePriced(action);
			const units = givenUnits("price", query.price);
			const endMs = openDay(nowMs);
			const span = { startMs: endMs - DAYS_ADDED_UP * DAY_MS, endMs };
			const isComplete = await areDaysAddedUp(db, { startMs: span.startMs, days: DAYS_ADDED_UP });
			const list = await readPriceList(db);
			const read: ImpactParts["read"] = (of, part) => readUsedByClients(db, of, part);
			const found = await impactOf({ read, list }, { action, units }, span);
			return impactAnswer(db, { ...found, isComplete }, span);
		},
	});
}

/** @throws HttpError 400 for an action that is not charged any more. */
function requirePriced(action: Action): void {
	if (isRetired(action)) throw badRequest(retiredText(action));
}

function pricesAnswer(
	list: PriceList,
	nowMs: number,
): Omit<AnswerOf<(typeof priceRoutes)["GET /admin/prices"]>, "are_fixed"> {
	const inForce = list
		.upcoming(Number.NEGATIVE_INFINITY)
		.filter(({ effectiveAtMs }) => effectiveAtMs <= nowMs);
	return {
		data: actions.map((action) => {
			const since = inForce.findLast((change) => change.action === action);
			return {
				action,
				description: actionDescription(action),
				price: creditsForJson(list.unitsOf(action, nowMs)),
				in_force_since: since ? isoTime(since.effectiveAtMs) : null,
				is_retired: isRetired(action),
			};
		}),
		upcoming: list.upcoming(nowMs).map(changeAnswer),
		history: inForce.toReversed().map(changeAnswer),
		notice_days: NOTICE_MS / DAY_MS,
	};
}

function changeAnswer({ action, units, effectiveAtMs, announcedAtMs }: PriceChange) {
	return {
		action,
		price: creditsForJson(units),
		effective_from: isoTime(effectiveAtMs),
		announced_at: isoTime(announcedAtMs),
	};
}

const CLIENTS_SHOWN = 100;

/** The impact of a price in credits, with the names of the clients shown. */
async function impactAnswer(
	db: Database,
	{ clients, isEstimate, isComplete }: FoundImpact & { readonly isComplete: boolean },
	span: Span,
): Promise<Impact> {
	const shown = clients.slice(0, CLIENTS_SHOWN);
	const names = await namesOf(
		db,
		shown.map(({ clientId }) => clientId),
	);
	return {
		from: isoTime(span.startMs),
		to: isoTime(span.endMs),
		...costOf({
			units: clients.reduce((sum, { units }) => sum + units, 0),
			wouldBeUnits: clients.reduce((sum, { wouldBeUnits }) => sum + wouldBeUnits, 0),
		}),
		is_estimate: isEstimate,
		is_complete: isComplete,
		clients: shown.map((each) => ({
			client_id: each.clientId,
			client_name: names.get(each.clientId) ?? each.clientId,
			...costOf(each),
		})),
		client_count: clients.length,
	};
}

function costOf({ units, wouldBeUnits }: Pick<ClientImpact, "units" | "wouldBeUnits">) {
	return {
		credits: creditsForJson(units),
		would_be: creditsForJson(wouldBeUnits),
		difference: creditsForJson(wouldBeUnits - units),
	};
}

async function namesOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
	if (ids.length === 0) return new Map();
	const query = db.read.selectFrom("client").select(["client_id", "name"]).where("client_id", "in", ids);
	return new Map((await query.execute()).map(({ client_id, name }) => [client_id, name]));
}
