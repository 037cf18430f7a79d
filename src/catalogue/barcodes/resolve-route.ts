import { answerText, fillBalance } from "../../api/answer-text.ts";
import type { ApiRoute } from "../../api/api-route.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Database } from "../../platform/db/database.ts";
import { JSON_TYPE } from "../../platform/http/json-type.ts";
import { scopeFilter } from "../reading/scope-filter.ts";
import { createListLookup } from "./find-products.ts";
import { resolveBarcodes } from "./resolve-barcodes.ts";
import { BarcodesToResolve, ResolvedAnswer } from "./resolve-schemas.ts";

interface ResolveParts {
	readonly db: Database;
	readonly metering: Metering;
}

/** `POST /barcodes/resolve`: which product a barcode in any form stands for (SPEC E7). */
export const postBarcodesResolve: ApiRoute<ResolveParts> = {
	id: "resolveBarcodes",
	tag: "Products",
	summary: "Find the products meant by up to 500 barcodes in any form",
	description: [
		"Finds products even if a barcode is written differently than in the catalogue: with fewer or more leading zeros, as UPC-E or UPC-A.",
		"Returns the item inside a case, and the product that was probably meant if a check digit is wrong or missing. Free of charge.",
	].join(" "),
	access: "bearer",
	body: BarcodesToResolve,
	answer: ResolvedAnswer,
	answerText: "One entry for each text.",
	errors: ["bad_request", "invalid_barcode"],
	handle({ db, metering }) {
		const find = createListLookup(db, ["brand_number", "department_number"]);
		return async (request, reply) => {
			const { barcodes } = request.body as BarcodesToResolve;
			const isVisible = scopeFilter(callerOf(request).client);
			const resolved = await resolveBarcodes(barcodes, async (candidates) => {
				const found = await find(candidates);
				const visible = [...found].filter(([barcode, labels]) => isVisible(barcode, labels));
				return new Set(visible.map(([barcode]) => barcode));
			});
			const balanceUnits = await metering.showBalance(request);
			const text = fillBalance(answerText(request, [resultsMember(resolved)], 0), balanceUnits);
			return reply.header("content-type", JSON_TYPE).send(text);
		};
	},
};

/** Built as text, because an object would list barcodes that look like integers first. */
function resultsMember(resolved: ReadonlyMap<string, object>): string {
	return `"results":{${[...resolved].map(([text, result]) => `"${text}":${JSON.stringify(result)}`).join(",")}}`;
}
