import { Errors } from "typebox/value";
import type { ApiRouteText } from "../../api/api-route.ts";
import { errorCatalogue } from "../../api/error-catalogue.ts";
import type { CallInput, Quote, QuoteTable } from "../../billing/prices/bill.ts";
import type { ProductCaller, Reader } from "../../catalogue/reading/read-product.ts";
import { badRequest, HttpError } from "../../platform/http/http-error.ts";
import { misfitOf } from "../../platform/http/misfit.ts";
import { readQuery } from "../../platform/http/query.ts";
import type { RouteQuery } from "../contract.ts";

type QuoteQuery = RouteQuery<"GET /keys/{client_id}/quote">;

/**
 * The line items of a call of `/api/v1`, as the endpoint itself would charge them. A call that would be refused is free.
 * @throws HttpError 400 when the call is not fully specified.
 */
export async function quoteOrRefusal(
	quotes: QuoteTable<ProductCaller>,
	client: Reader,
	{ operation, ...parameters }: QuoteQuery,
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
	if (body && wrong) throw badRequest(misfitOf(body, input.body, wrong, errorCatalogue).message);
	return input;
}
