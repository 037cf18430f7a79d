import type { Rights } from "../../../api/routes.ts";

type Texts = Rights["texts"];

/** The texts as they stand in the form; empty where none is set. */
export type RightsFields = Record<keyof Texts, string>;

/** The texts that people write, in words. */
export const TEXT_INPUTS: readonly {
	readonly name: Exclude<keyof Texts, "data_mining">;
	readonly label: string;
	readonly description: string;
}[] = [
	{ name: "creator", label: "Creator", description: "Who made the pictures." },
	{ name: "credit_line", label: "Credit line", description: "How they are to be credited." },
	{
		name: "copyright_notice",
		label: "Copyright notice",
		description: "Who holds the copyright, such as © 2027 Example Foods.",
	},
	{ name: "usage_terms", label: "Usage terms", description: "What the pictures may be used for." },
	{ name: "web_statement", label: "Web statement", description: "Address of a web page with the terms." },
	{ name: "licensor_name", label: "Licensor", description: "Who grants licences." },
	{
		name: "licensor_url",
		label: "Licensor's address",
		description: "Address of a web page where licences are granted.",
	},
];

/** PLUS's values for data mining, in words. */
const DATA_MINING_WORDS: Readonly<Record<NonNullable<Texts["data_mining"]>, string>> = {
	"DMI-UNSPECIFIED": "Neither permitted nor prohibited",
	"DMI-ALLOWED": "Allowed",
	"DMI-PROHIBITED-AIMLTRAINING": "Prohibited for AI and ML training",
	"DMI-PROHIBITED-GENAIMLTRAINING": "Prohibited for generative AI training",
	"DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING": "Prohibited except for search engines",
	"DMI-PROHIBITED": "Prohibited",
};

export const DATA_MINING_CHOICES = [
	{ value: "", label: "Says nothing about it" },
	...Object.entries(DATA_MINING_WORDS).map(([value, label]) => ({ value, label })),
];

/** @param texts those that are set. */
export function fieldsOf(texts: Partial<Texts>): RightsFields {
	const fields = [...TEXT_INPUTS.map(({ name }) => name), "data_mining"] as const;
	return Object.fromEntries(fields.map((name) => [name, texts[name] ?? ""])) as RightsFields;
}

/** The saved fields, but for those in which something else was typed. */
export function mergedFields(
	saved: RightsFields,
	shown: RightsFields,
	isKept: (name: keyof RightsFields) => boolean,
): RightsFields {
	const kept = (Object.keys(saved) as (keyof RightsFields)[]).filter(isKept);
	return { ...saved, ...Object.fromEntries(kept.map((name) => [name, shown[name]])) };
}

/** What the form says. Spaces around a text are left out, and nothing is sent of an empty one. */
export function textsOf(fields: RightsFields): Texts {
	const texts = Object.entries(fields).map(([name, text]) => [name, text.trim() || null]);
	return Object.fromEntries(texts) as Texts;
}
