import { creditsForJson } from "../../api/credits.ts";
import type { Bill } from "../../billing/prices/bill.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import { ProductQuery } from "../../catalogue/reading/product-query.ts";
import { imagesMember } from "../../catalogue/reading/product-routes.ts";
import type { ProductAnswer, ProductCaller } from "../../catalogue/reading/read-product.ts";
import { handlers } from "../../pages/call.ts";
import type { Database } from "../../platform/db/database.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { readQuery } from "../../platform/http/query.ts";
import type { AnswerOf, QueryOf } from "../../platform/http/route.ts";
import { priceFor } from "../account/price-for.ts";
import { type Client, isActive } from "../policy/client.ts";
import { requireAny } from "../policy/owned.ts";
import { callRoutes } from "./calls-contract.ts";

export interface PreviewParts {
	readonly db: Database;
	readonly prices: () => Promise<PriceList>;
	/** Computes a response, with the endpoint's own code. */
	readonly previewProduct: Bill<ProductCaller, ProductAnswer>;
}

const ROUTE = "GET /keys/{client_id}/preview";

/** Replaces image URLs: a real one would have to be signed, and recorded when used. */
const URL_SHOWN = "a signed URL";

/** What a client would get for a product, from the code that serves and bills it. Nothing is charged, recorded or signed. */
export function previewHandlers(parts: PreviewParts) {
	return handlers(callRoutes)({
		async [ROUTE]({ path, query, nowMs }) {
			const client = await requireAny(parts.db, path.client_id);
			const worked = await workOrRefusal(parts, client, query);
			const lineItems = worked instanceof HttpError ? [] : worked.lineItems;
			const means = await priceFor(parts, client, lineItems, nowMs);
			const { items, units, balanceUnits, isCapped, isAffordable } = means;
			const balance_after = creditsForJson(balanceUnits - units);
			const priced = { items, credits: creditsForJson(units), balance_after };
			const shown = worked instanceof HttpError ? refused(worked) : answered(worked, isAffordable, isCapped);
			return { ...shown, ...priced, notes: notesOn(client, nowMs) };
		},
	});
}

async function workOrRefusal(
	{ previewProduct }: PreviewParts,
	client: Client,
	{ barcode, ...query }: QueryOf<(typeof callRoutes)[typeof ROUTE]>,
): Promise<ProductAnswer | HttpError> {
	try {
		const input = { params: { barcode }, query: readQuery(ProductQuery, query), body: undefined };
		return await previewProduct(input, { client });
	} catch (error) {
		if (error instanceof HttpError && error.status < 500) return error;
		throw error;
	}
}

type Shown = Pick<
	AnswerOf<(typeof callRoutes)[typeof ROUTE]>,
	"status" | "error" | "answer" | "redacted_fields"
>;

function refused({ status, code, message }: HttpError): Shown {
	return { status, error: { code, message }, answer: null, redacted_fields: [] };
}

function answered(work: ProductAnswer, isAffordable: boolean, isCapped: boolean): Shown {
	const { members, urlVariants, redactedFields } = work;
	const images = urlVariants ? `,${imagesMember(urlVariants, () => URL_SHOWN)}` : "";
	const lacking = isCapped ? "The key's daily cap is too low." : "The balance is too low.";
	return {
		status: isAffordable ? 200 : 402,
		error: isAffordable ? null : { code: "insufficient_credits", message: lacking },
		answer: JSON.parse(`{${members.toString()}${images}}`),
		redacted_fields: [...redactedFields],
	};
}

/** What is decided before the product is looked up. */
function notesOn(client: Client, nowMs: number): string[] {
	const isOpen = isActive(client, nowMs);
	return [
		...(isOpen ? [] : ["The key is revoked or expired: every call is refused with 403 client_disabled."]),
		...(client.allowlist.length > 0 ? [`Calls are taken from ${client.allowlist.join(", ")} alone.`] : []),
	];
}
