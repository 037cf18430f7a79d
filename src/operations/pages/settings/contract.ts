import Type, { type Static } from "typebox";
import { type FeatureRoutes, GivenPassword, orNull, tagged } from "../../../pages/contract.ts";

const Setting = Type.Object({
	name: Type.String({ examples: ["PACKSHOT_PUBLIC_URL"], description: "Its variable in the environment." }),
	group: Type.String({ examples: ["mail"] }),
	label: Type.String(),
	hint: Type.String(),
	choices: orNull(Type.Array(Type.String()), "Its only values, where it is a choice."),
	value: orNull(Type.String(), "The value that decides; of a secret only what may be shown."),
	default: orNull(Type.String()),
	source: Type.Enum(["environment", "stored", "default"], {
		description: "What decides. The environment takes precedence over what is stored here.",
	}),
	is_secret: Type.Boolean(),
	fault: orNull(Type.String(), "Why the stored value cannot be used; it counts as unset."),
	is_pending: Type.Boolean({ description: "Whether it takes effect when the service is started again." }),
});

export const ServiceSettings = Type.Object({
	revision: Type.Integer(),
	settings: Type.Array(Setting),
});
export type ServiceSettings = Static<typeof ServiceSettings>;

/** What operators set: the public address, mail, backups and the storefront. */
export const serviceSettingRoutes = tagged("Administration", ["administrator"], {
	"GET /admin/settings/service": {
		summary: "Settings of the service, and what decides about each",
		answer: ServiceSettings,
	},
	"PATCH /admin/settings/service": {
		summary: "Change settings of the service; every server follows within two seconds",
		body: Type.Object({
			revision: Type.Integer({ description: "The one that was seen." }),
			values: Type.Record(Type.String(), orNull(Type.String({ maxLength: 2000 })), {
				description: "As their variables would have them; null for the default.",
			}),
			password: Type.Optional(GivenPassword),
			even_if_unreachable: Type.Optional(
				Type.Boolean({ description: "Save an address at which this service does not answer." }),
			),
		}),
		answer: ServiceSettings,
		errors: [
			"bad_request",
			"sign_in_failed",
			"sign_in_again",
			"sign_in_rate_limit",
			"settings_changed",
			"address_elsewhere",
		],
	},
} as const satisfies FeatureRoutes);
