import Type from "typebox";
import { type FeatureRoutes, GivenPassword, Time, tagged } from "../../../pages/contract.ts";

const Place = Type.Optional(
	Type.String({ maxLength: 2000, description: "Where the part begins or ends, as it is listed." }),
);

/** Everything that the operator may take along. */
export const exportRoutes = tagged("Administration", ["administrator"], {
	"POST /admin/export": {
		summary: "List the files of an export of everything",
		description:
			"Each is fetched by itself, and again if that breaks off, also after a restart, until the permission ends.",
		status: 201,
		body: Type.Object({ password: Type.Optional(GivenPassword) }),
		answer: Type.Object({
			permission: Type.String(),
			expires_at: Time,
			withheld_products: Type.Integer({
				description:
					"Products with hechshers that live alerts withhold: the files hold these, and not the alerts.",
			}),
			parts: Type.Array(
				Type.Object({
					kind: Type.String({ examples: ["ledger"] }),
					number: Type.Integer({ description: "Among those of its kind, from 1." }),
					after: Type.String(),
					up_to: Type.String(),
				}),
			),
		}),
		errors: ["sign_in_failed", "sign_in_again", "sign_in_rate_limit"],
	},
	"GET /admin/export/{kind}": {
		summary: "A file of it: a ZIP with NDJSON and CSV, or with original pictures",
		path: Type.Object({ kind: Type.String({ examples: ["ledger"] }) }),
		query: Type.Object({
			permission: Type.String({ maxLength: 1000 }),
			number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
			after: Place,
			up_to: Place,
		}),
		media: ["application/zip"],
		answerText: "The file, streamed. One that cannot be completed is cut off without an end record.",
		errors: ["sign_in_again"],
	},
} as const satisfies FeatureRoutes);
