import Type, { type Static } from "typebox";
import { Texts } from "../../clients/pages/contract.ts";
import { type FeatureRoutes, orNull, tagged } from "../../pages/contract.ts";

export const storefrontTexts = {
	name: Type.String({
		minLength: 1,
		maxLength: 60,
		description: "What the catalogue is called on its public pages.",
	}),
	contact: orNull(
		Type.String({ minLength: 1, maxLength: 500 }),
		"Whom people ask for an account or for help, there and where they sign in: a mail address, or the URL of a page.",
	),
	terms_url: orNull(
		Type.String({ minLength: 1, maxLength: 500 }),
		"URL of the terms, linked on every public page.",
	),
};

const choices = {
	...storefrontTexts,
	search_engines: Type.Boolean({ description: "Whether search engines may list the public pages." }),
	kosher_status: Type.Boolean({
		description: "Whether pages of products show the status of hechshers, and until when it holds.",
	}),
	kosher_facts: Type.Boolean({
		description:
			"Whether products are shown with symbols of hechshers, dairy, meat or pareve, Passover and size, which their readers would pay for.",
	}),
	credit_price: Type.Boolean({
		description: "Whether the pages say what a credit costs, if that is set.",
	}),
	brands: Texts,
	departments: Texts,
	barcodes: Type.Array(Type.String({ pattern: "^[0-9]{1,14}$" }), {
		maxItems: 1000,
		description:
			"Barcodes, or their beginnings. A product is public that matches an entry of each of these three lists that is not empty.",
	}),
};

export const Storefront = Type.Object({
	...choices,
	is_on: Type.Boolean({ description: "Whether the public pages are on." }),
	products: Type.Integer({ description: "All products." }),
	public_products: Type.Integer({ description: "Those that these lists let through." }),
	existing_departments: Type.Array(Type.String()),
});
export type Storefront = Static<typeof Storefront>;

/** Who runs the catalogue, and what of it is public. */
export const storefrontRoutes = tagged("Storefront", ["administrator"], {
	"GET /admin/storefront": {
		summary: "What the public pages say and show",
		answer: Storefront,
	},
	"PATCH /admin/storefront": {
		summary: "Change what the public pages say and show, from the next visit on",
		body: Type.Partial(Type.Object(choices)),
		answer: Type.Object({
			storefront: Storefront,
			warnings: Type.Array(Type.String(), {
				description: "What was saved although it will probably not have the intended effect.",
			}),
		}),
		errors: ["bad_request"],
	},
} as const satisfies FeatureRoutes);
