/** A certifying agency. All of them are invented, and so are their marks. */
export type Agency = {
	symbol: string;
	org: string;
	logo: string;
	/** Outline of the mark, around its letters. */
	mark: "hexagon" | "leaf" | "gate" | "drop" | "octagon" | "tablet";
};

export const AGENCIES = {
	qht: agency("QHT", "Quillhaven Kashrus Trust", "hexagon"),
	dbv: agency("DBV", "Dapplebrook Vaad Hakashrus", "leaf"),
	zvh: agency("ZVH", "Zephyr Vale Hashgacha", "gate"),
	wmk: agency("WMK", "Wickenmoor Kosher Board", "octagon"),
	lfx: agency("LFX", "Larkfield Kosher Inspectorate", "drop"),
	erb: agency("ERB", "Eldermoor Rabbinical Bureau", "tablet"),
} as const;

export type AgencyKey = keyof typeof AGENCIES;

function agency(symbol: string, org: string, mark: Agency["mark"]): Agency {
	return { symbol, org, logo: `${symbol.toLowerCase()}.svg`, mark };
}
