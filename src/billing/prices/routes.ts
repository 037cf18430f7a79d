import Type from "typebox";
import { type ApiRoute, headOf } from "../../api/api-route.ts";
import { creditsForJson } from "../../api/credits.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { type Action, actionDescription, actions } from "./actions.ts";
import type { PriceList } from "./prices.ts";

/** The price table of SPEC 2.10 in the shape of SPEC D36. */
const PricingAnswer = Type.Object(
	{
		currency: Type.Literal("credits"),
		actions: Type.Record(Type.String(), Type.Number(), { description: "Price of each action in credits." }),
		descriptions: Type.Record(Type.String(), Type.String(), { description: "Description of each action." }),
		pricing_model: Type.String(),
		formula: Type.String(),
		notes: Type.String(),
		upcoming: Type.Array(
			Type.Object({
				action: Type.String(),
				price: Type.Number({ description: "Credits." }),
				effective_from: Type.String({ format: "date-time" }),
			}),
			{ description: "Announced changes, soonest first." },
		),
	},
	{ title: "Pricing" },
);

interface PricingParts {
	readonly prices: () => Promise<PriceList>;
}

/** `GET /pricing` (SPEC 2.10, SPEC D36). */
export const getPricing: ApiRoute<PricingParts> = {
	id: "getPricing",
	tag: "Service",
	summary: "Prices of all actions and announced changes",
	access: "public",
	answer: PricingAnswer,
	answerText: "The price table.",
	errors: [],
	handle:
		({ prices }) =>
		async (request) =>
			pricingAnswer(await prices(), request.arrivedAtMs),
};

/** `HEAD /pricing` (SPEC D4). */
export const headPricing = headOf(getPricing, "headPricing");

function pricingAnswer(list: PriceList, nowMs: number) {
	return {
		currency: "credits",
		actions: byAction((action) => creditsForJson(list.unitsOf(action, nowMs))),
		descriptions: byAction(actionDescription),
		pricing_model:
			"Per call, by what came back: a scope without data, a missing variant and every error are free.",
		formula:
			"GET /products/{barcode} = sum of the returned scopes' rates + products.get.per_image × image URLs returned; bulk calls = rate × different barcodes",
		notes: "Prices change with at least 30 days notice; see upcoming.",
		upcoming: list.upcoming(nowMs).map(({ action, units, effectiveAtMs }) => ({
			action,
			price: creditsForJson(units),
			effective_from: isoTime(effectiveAtMs),
		})),
	};
}

function byAction<T>(value: (action: Action) => T): Record<string, T> {
	return Object.fromEntries(actions.map((action) => [action, value(action)]));
}
