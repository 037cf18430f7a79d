/** What PLUS knows of data mining, without the values that refer to further statements, which the packet does not hold. */
export const DATA_MINING = [
	"DMI-UNSPECIFIED",
	"DMI-ALLOWED",
	"DMI-PROHIBITED-AIMLTRAINING",
	"DMI-PROHIBITED-GENAIMLTRAINING",
	"DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING",
	"DMI-PROHIBITED",
] as const;
export type DataMining = (typeof DATA_MINING)[number];

/** What every delivered picture says of its rights (SPEC E11); null where the operator has set nothing. */
export interface RightsTexts {
	readonly creator: string | null;
	readonly credit_line: string | null;
	readonly copyright_notice: string | null;
	readonly usage_terms: string | null;
	/** Web page with the terms. */
	readonly web_statement: string | null;
	readonly licensor_name: string | null;
	readonly licensor_url: string | null;
	readonly data_mining: DataMining | null;
}

export const NO_RIGHTS: RightsTexts = {
	creator: null,
	credit_line: null,
	copyright_notice: null,
	usage_terms: null,
	web_statement: null,
	licensor_name: null,
	licensor_url: null,
	data_mining: null,
};

/** The names of all texts, in the order in which they are shown. */
export const RIGHTS_NAMES = Object.keys(NO_RIGHTS) as readonly (keyof RightsTexts)[];
