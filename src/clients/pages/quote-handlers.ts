import { Errors } from "typebox/value";
import type { ApiRouteText } from "../../api/api-route.ts";
import { creditsForJson } from "../../api/credits.ts";
import type { CallInput, Quote, QuoteTable } from "../../billing/prices/bill.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import { catalogueErrors } from "../../catalogue/errors.ts";
import type { ProductCaller, Reader } from "../../catalogue/reading/read-product.ts";
import { handlers } from "../../pages/call.ts";
import { perMinute } from "../../pages/per-minute.ts";
import { badRequest, HttpError } from "../../platform/http/http-error.ts";
import { readQuery } from "../../platform/http/query.ts";
import type { QueryOf } from "../../platform/http/route.ts";
import { schemaError } from "../../platform/http/schema-error.ts";
import { priceFor } from "../account/price-for.ts";
import { requireOwn } from "../policy/owned.ts";
import { callRoutes } from "./calls-contract.ts";
import type { ClientAnswerParts } from "./client-answer.ts";

/** A quote reveals what data a product has, which the availability endpoints sell; it is for people, not for crawling. */
const QUOTES_A_MINUTE = 60;

export interface QuoteParts extends Pick<ClientAnswerParts, "db"> {
	readonly prices: () => Promise<PriceList>;
	readonly quotes: QuoteTable<ProductCaller>;
}

/** What a call would cost this key now. Nothing is charged or recorded. */
export function quoteHandlers({ db, prices, quotes }: QuoteParts) {
	const admit = perMinute(QUOTES_A_MINUTE);
	return handlers(callRoutes)({
		async "GET /keys/{client_id}/quote"({ person, path, query, nowMs }) {
			const client = await requireOwn({ db }, person, path.client_id);
			admit(person.account.account_id, nowMs);
			const { lineItems, notes } = await quoteOrRefusal(quotes, client, query);
			const priced = await priceFor({ db, prices }, client, lineItems, nowMs);
			const { items, units, balanceUnits, isCapped, isAffordable } = priced;
			return {
				items,
				credits: creditsForJson(units),
				balance_after: creditsForJson(balanceUnits - units),
				is_affordable: isAffordable,
				notes: [
					...notes,
					...(units > balanceUnits ? ["The balance is too low: the call would be refused with 402."] : []),
					...(units > 0 && isCapped
						? ["The key's daily cap is too low: the call would be refused with 402."]
						: []),
				],
			};
		},
	});
}

/** The line items of a call of `/api/v1` as its endpoint would charge them; none if it would be refused. @throws HttpError 400 for an incomplete call. */
async function quoteOrRefusal(
	quotes: QuoteTable<ProductCaller>,
	client: Reader,
	{ operation, ...parameters }: QueryOf<(typeof callRoutes)["GET /keys/{client_id}/quote"]>,
): Promise<Quote> {
	const quoted = quotes.get(operation);
	if (!quoted) throw badRequest(`operation must be one of ${[...quotes.keys()].join(", ")}.`);
	try {
		return await quoted.quote(inputOf(quoted.route, parameters), { client });
	} catch (error) {
		if (!(error instanceof HttpError) || (error.status !== 403 && error.status !== 404)) throw error;
		const why = error.message.replace(/\.$/, "");
		// A call that an endpoint refuses with 403 or 404 costs nothing (SPEC 7 rule 1).
		return {
			lineItems: [],
			notes: [`${why}: the call would be refused with ${error.status} and cost nothing.`],
		};
	}
}

/** The parameters of a call, where the endpoint expects them; lists are separated by commas everywhere. */
function inputOf(
	{ path, query, body }: ApiRouteText,
	parameters: Readonly<Record<string, string>>,
): CallInput {
	const read = (schema: ApiRouteText["body"]) => (schema ? readQuery(schema, parameters) : undefined);
	const input = { params: read(path), query: read(query), body: read(body) };
	const [wrong] = body ? Errors(body, input.body) : [];
	if (body && wrong) throw badRequest(schemaError(body, input.body, wrong, catalogueErrors).message);
	return input;
}
