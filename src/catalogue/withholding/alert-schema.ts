import Type from "typebox";
import { Barcode } from "../listing/listing-schemas.ts";

/** What kinds of alerts there are, and what each says. */
export const ALERT_KINDS = {
	withdrawn: "the agency no longer certifies it",
	unauthorised: "the symbol is used without certification",
	mislabelled: "the label is wrong",
	recalled: "it is recalled",
	changed: "status or supervision changed",
	notice: "a notice",
} as const;
export type AlertKind = keyof typeof ALERT_KINDS;
export const KINDS = Object.keys(ALERT_KINDS) as AlertKind[];

export const OUTCOMES = ["settled", "mistaken"] as const;
export type AlertOutcome = (typeof OUTCOMES)[number];

const textOrNull = (description: string, example: string | null) =>
	Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const Time = Type.String({ format: "date-time" });
const orNull = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
	Type.Union([schema, Type.Null()], { description });

export const AlertKindName = Type.Enum([...KINDS], {
	description: Object.entries(ALERT_KINDS)
		.map(([kind, meaning]) => `\`${kind}\`: ${meaning}.`)
		.join(" "),
});

export const alertFields = {
	alert_id: Type.String({ description: "Id of the alert.", examples: ["alr_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"] }),
	kind: AlertKindName,
	symbol: textOrNull("The hechsher that it is about; null if it is about none in particular.", "OU"),
	designation: textOrNull("If not null, only hechshers with this additional designation are meant.", null),
	barcodes: Type.Array(Barcode, {
		description: "The products that it names, as far as the client may see them.",
		examples: [["0725272730706"]],
	}),
	withholds: Type.Boolean({ description: "Whether these hechshers are not served while it is live." }),
	message: Type.String({ description: "What is wrong, since when, and what to do." }),
	lots: textOrNull("Which lots are meant; null for all.", null),
	source: textOrNull("Where it was announced: an https URL, or a text.", null),
	published_at: Time,
	changed_at: Type.String({
		format: "date-time",
		description: "When it was last published, changed or ended.",
	}),
	ended_at: orNull(Time, "Null while it is live."),
	outcome: orNull(
		Type.Enum([...OUTCOMES]),
		"`settled`: what it warned of is over. `mistaken`: it should not have been published.",
	),
};

export const Alert = Type.Object(alertFields, { title: "KosherAlert" });
