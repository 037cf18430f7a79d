/** Digits of a barcode that spending is added up by: in most countries those of the company, a leading zero counted in. */
export const PREFIX_DIGITS = 7;

export const groupings = ["brand", "prefix"] as const;
export type Grouping = (typeof groupings)[number];

/** Charges that are added up together. */
export interface ChargedGroup {
	/** The UTC day, by when it begins. */
	readonly dayMs: number;
	/** null for charges that name no product. */
	readonly prefix: string | null;
	/** Empty for a product without a brand. */
	readonly brand: string;
	readonly charges: number;
	readonly units: number;
}

/** A row of `spending`, without its client. */
export interface SpendingSum {
	readonly groupedBy: Grouping | "none";
	readonly span: "day" | "month";
	readonly start: number;
	readonly name: string;
	charges: number;
	units: number;
}

/** Sums by what they are of. */
export type SpendingSums = Map<string, SpendingSum>;

/** Adds charges to sums by day and by month, each by brand and by prefix; those that name no product once. */
export function addCharges(sums: SpendingSums, groups: readonly ChargedGroup[]): SpendingSums {
	for (const group of groups) {
		const month = startOfMonth(group.dayMs);
		for (const [groupedBy, name] of namesOf(group)) {
			addTo(sums, { groupedBy, span: "day", start: group.dayMs, name }, group);
			addTo(sums, { groupedBy, span: "month", start: month, name }, group);
		}
	}
	return sums;
}

function addTo(
	sums: SpendingSums,
	of: Omit<SpendingSum, "charges" | "units">,
	{ charges, units }: ChargedGroup,
): void {
	const key = `${of.groupedBy} ${of.span} ${of.start} ${of.name}`;
	const sum = sums.get(key);
	if (!sum) {
		sums.set(key, { ...of, charges, units });
		return;
	}
	sum.charges += charges;
	sum.units += units;
}

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

/** Days and whole months that make up some UTC days. */
export interface Stretch {
	readonly span: "day" | "month";
	readonly startMs: number;
	/** Exclusive. */
	readonly endMs: number;
}

/** Divides a range of UTC days into whole months and the days before and after them: however long it is, few rows are read. */
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
