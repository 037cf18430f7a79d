/** Number of barcode digits that spending is grouped by: in most countries the company prefix, including a leading zero. */
export const PREFIX_DIGITS = 7;

export const groupings = ["brand", "prefix"] as const;
export type Grouping = (typeof groupings)[number];

/** Charges that are summed up together. */
export interface ChargedGroup {
	/** Start of the UTC day. */
	readonly dayMs: number;
	/** null for charges without a product. */
	readonly prefix: string | null;
	/** Empty for a product without a brand. */
	readonly brand: string;
	readonly charges: number;
	readonly units: number;
}

/** A row of `usage_sum`, without its client. */
export interface SpendingSum {
	readonly groupedBy: Grouping | "none";
	readonly span: "day" | "month";
	readonly start: number;
	readonly name: string;
	charges: number;
	units: number;
}

/** Accumulates sums. */
export interface SpendingSums {
	/** Adds charges by day and by month, each by brand and by prefix; those without a product only once. */
	add(groups: readonly ChargedGroup[]): void;
	all(): readonly SpendingSum[];
}

export function createSpendingSums(): SpendingSums {
	const sums: SpendingSum[] = [];
	/** By grouping and span, then by start, then by name: building a combined key would take longer than three lookups. */
	const known = new Map<string, Map<number, Map<string, SpendingSum>>>();

	function addTo(of: Omit<SpendingSum, "charges" | "units">, { charges, units }: ChargedGroup): void {
		const kind = KINDS[of.groupedBy][of.span];
		const byStart = known.get(kind) ?? new Map<number, Map<string, SpendingSum>>();
		const byName = byStart.get(of.start) ?? new Map<string, SpendingSum>();
		const sum = byName.get(of.name);
		if (sum) {
			sum.charges += charges;
			sum.units += units;
			return;
		}
		const first = { ...of, charges, units };
		known.set(kind, byStart.set(of.start, byName.set(of.name, first)));
		sums.push(first);
	}

	return {
		add(groups) {
			for (const group of groups) {
				const month = startOfMonth(group.dayMs);
				for (const [groupedBy, name] of namesOf(group)) {
					addTo({ groupedBy, span: "day", start: group.dayMs, name }, group);
					addTo({ groupedBy, span: "month", start: month, name }, group);
				}
			}
		},
		all: () => sums,
	};
}

const KINDS = {
	brand: { day: "brand day", month: "brand month" },
	prefix: { day: "prefix day", month: "prefix month" },
	none: { day: "none day", month: "none month" },
} as const;

function namesOf({ prefix, brand }: ChargedGroup): readonly (readonly [SpendingSum["groupedBy"], string])[] {
	if (prefix === null) return [["none", ""]];
	return [
		["brand", brand],
		["prefix", prefix],
	];
}

export function startOfMonth(ms: number): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** A range of consecutive days, or of whole months. */
export interface Stretch {
	readonly span: "day" | "month";
	readonly startMs: number;
	/** Exclusive. */
	readonly endMs: number;
}

/** Splits a range of UTC days into whole months and the days before and after them, so that few rows are read however long it is. */
export function stretchesOf(startMs: number, endMs: number): Stretch[] {
	const firstMonth = startOfMonth(startMs) === startMs ? startMs : nextMonth(startMs);
	const lastMonth = startOfMonth(endMs);
	if (firstMonth >= lastMonth) return [{ span: "day", startMs, endMs }];
	const stretches: Stretch[] = [
		{ span: "day", startMs, endMs: firstMonth },
		{ span: "month", startMs: firstMonth, endMs: lastMonth },
		{ span: "day", startMs: lastMonth, endMs },
	];
	return stretches.filter((stretch) => stretch.startMs < stretch.endMs);
}

function nextMonth(ms: number): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
