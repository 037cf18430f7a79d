import type { DocumentText } from "../api/openapi.ts";
import { ErrorBody } from "../api/openapi-parts.ts";
import { API_VERSION } from "../version.ts";

/** What the OpenAPI document says beside the endpoints. */
export const documentText: DocumentText = {
	basePath: "/api/v1",
	info: {
		title: "Packshot",
		version: API_VERSION,
		summary: "Product photographs and metadata of kosher consumer goods, by barcode.",
		description: [
			"Sign in with `POST /auth/token`, then send the access token as `Authorization: Bearer …`.",
			"Calls are billed in credits for what they return; `X-Credits-Debited` tells what a call cost and `GET /pricing` what it would.",
			"Pictures are fetched through signed URLs that work once, for 15 minutes, from the address they were issued to.",
		].join("\n\n"),
		license: { name: "Apache 2.0", identifier: "Apache-2.0" },
	},
	tags: [
		["Authentication", "Access tokens and refresh tokens."],
		["Products", "Products by barcode."],
		["Images", "Signed URLs and the pictures behind them."],
		["Availability", "Which metadata there is, as booleans, never values."],
		["Account", "Balance, limits and usage of the caller."],
		["Service", "Health and prices."],
	],
	errorSchema: ErrorBody,
};
