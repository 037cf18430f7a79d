import Type, { type Static } from "typebox";
import { type FeatureRoutes, orNull, Time, tagged } from "../../../pages/contract.ts";
import { DATA_MINING } from "../../rights/texts.ts";

/** No text that fits a packet is longer; what does fit depends on all of them together. */
const LONGEST = 2048;

const text = (description: string) => orNull(Type.String({ maxLength: LONGEST, description }));

/** The texts, by the names of `RightsTexts`. */
export const rightsTexts = {
	creator: text("Who made the pictures."),
	credit_line: text("How they are to be credited."),
	copyright_notice: text("Who holds the copyright."),
	usage_terms: text("What they may be used for."),
	web_statement: text("Web page with the terms."),
	licensor_name: text("Who grants licences."),
	licensor_url: text("Where licences are granted."),
	data_mining: orNull(
		Type.Enum([...DATA_MINING], { description: "Whether data mining is permitted, as PLUS calls it." }),
	),
};

const Rights = Type.Object({
	texts: Type.Object(rightsTexts),
	revision: Type.Integer({ description: "Number of times they were changed." }),
	saved_at: orNull(Time),
	saved_by: orNull(Type.String({ description: "E-mail address; null: the command line." })),
	bytes_left: Type.Integer({
		description: "What still fits beside a 14-digit GTIN, in UTF-8 after XML escaping.",
	}),
});
export type Rights = Static<typeof Rights>;

/** The texts about rights that every delivered picture carries. */
export const rightsRoutes = tagged("Rights", ["administrator"], {
	"GET /admin/rights": {
		summary: "The texts about rights in delivered pictures",
		answer: Rights,
	},
	"PUT /admin/rights": {
		summary: "Replace the texts; they are in everything that is delivered five seconds later",
		body: Type.Object({
			...rightsTexts,
			revision: Type.Integer({
				minimum: 0,
				maximum: Number.MAX_SAFE_INTEGER - 1,
				description: "Of the texts that these are to replace.",
			}),
		}),
		answer: Rights,
		errors: ["bad_request", "rights_changed"],
	},
} as const satisfies FeatureRoutes);
