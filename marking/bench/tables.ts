import { table } from "../../bench/markdown-table.ts";
import type { Attack } from "./attacks.ts";
import type { Outcome } from "./attempt.ts";
import type { Visibility } from "./invisibility.ts";

/** The robustness tables for pictures of one size, one per format; rows in the order of the attacks. */
export function robustnessTables(all: readonly Outcome[], attacks: readonly Attack[]): string {
	const outcomes = all.filter((one) => attacks.some(({ name }) => name === one.attack));
	const formats = ["jpeg", "png"].filter((format) => outcomes.some((one) => one.format === format));
	return formats
		.map((format) => {
			const own = outcomes.filter((one) => one.format === format);
			const rows = attacks
				.map(({ name }) => own.filter(({ attack }) => attack === name))
				.filter((group) => group.length > 0)
				.map(robustnessRow);
			return `**${format === "jpeg" ? "JPEG on white" : "PNG cut-outs"}**\n\n${table(robustnessHeads, rows)}`;
		})
		.join("\n\n");
}

const robustnessHeads = [
	"what was done to the copy",
	"leaks",
	"picture found",
	"clients named",
	"lowest z",
	"median z",
	"best innocent's z",
	"falsely accused",
	"told as delivered",
	"unmarked told as from elsewhere",
];

function robustnessRow(group: readonly Outcome[]): string[] {
	const scores = group.flatMap((one) => one.scores).sort((a, b) => a - b);
	const named = group.reduce((sum, one) => sum + one.named, 0);
	const bestInnocent = Math.max(...group.map((one) => one.bestInnocent));
	return [
		group[0]?.attack ?? "",
		String(group.length),
		percent(group.filter(({ found }) => found).length, group.length),
		percent(named, named + group.reduce((sum, one) => sum + missed(one), 0)),
		scores[0]?.toFixed(1) ?? "–",
		scores[scores.length >> 1]?.toFixed(1) ?? "–",
		bestInnocent.toFixed(1),
		String(group.reduce((sum, one) => sum + one.falselyNamed, 0)),
		...originCells(group),
	];
}

/** Share of correct verdicts on the origin, and the number of wrong ones, if any; "unclear" is neither. */
function originCells(group: readonly Outcome[]): string[] {
	const unmarked = group.flatMap(({ unmarkedOrigin }) => unmarkedOrigin ?? []);
	const marked = group.map(({ origin }) => origin);
	const cell = (verdicts: readonly string[], right: string, wrong: string) => {
		if (verdicts.length === 0) return "–";
		const mistakes = verdicts.filter((verdict) => verdict === wrong).length;
		const share = percent(verdicts.filter((verdict) => verdict === right).length, verdicts.length);
		return mistakes === 0 ? share : `${share}, ${mistakes} wrong`;
	};
	return [cell(marked, "delivered", "elsewhere"), cell(unmarked, "elsewhere", "delivered")];
}

/** Number of leakers that were not named. A leak that could not be located has no scores at all and counts as at least one miss. */
function missed({ scores, named }: Outcome): number {
	return Math.max(1, scores.length) - named;
}

/** How much marking changes a picture, over all pictures. */
export function visibilityTable(visibilities: readonly Visibility[]): string {
	const rows = ["jpeg", "png"].flatMap((format) => {
		const own = visibilities.filter((one) => one.format === format);
		if (own.length === 0) return [];
		const psnrs = own.map(({ psnrDb }) => psnrDb).sort((a, b) => a - b);
		const ssims = own.map(({ ssim }) => ssim).sort((a, b) => a - b);
		const distances = own.flatMap(({ butteraugli }) => butteraugli ?? []).sort((a, b) => a - b);
		const middle = (values: readonly number[]) => values[values.length >> 1];
		return [
			[
				format === "jpeg" ? "JPEG on white" : "PNG cut-outs, opaque pixels",
				String(own.length),
				`${psnrs[0]?.toFixed(1)} dB`,
				`${middle(psnrs)?.toFixed(1)} dB`,
				ssims[0]?.toFixed(4) ?? "",
				middle(ssims)?.toFixed(4) ?? "",
				distances.at(-1)?.toFixed(2) ?? "–",
				middle(distances)?.toFixed(2) ?? "–",
			],
		];
	});
	return table(visibilityHeads, rows);
}

const visibilityHeads = [
	"",
	"pictures",
	"lowest PSNR",
	"median PSNR",
	"lowest SSIM",
	"median SSIM",
	"highest Butteraugli",
	"median Butteraugli",
];

/** A sentence saying how many innocents were accused. */
export function traceSummary(outcomes: readonly Outcome[], clients: number): string {
	const accused = outcomes.reduce((sum, one) => sum + one.falselyNamed, 0);
	const count = (number: number) => number.toLocaleString("en");
	return `${count(outcomes.length)} leaks, each scored for ${count(clients)} clients: ${count(accused)} innocents accused.`;
}

/** Rounded down, so that 100 % means all. */
function percent(part: number, whole: number): string {
	return `${Math.floor((100 * part) / Math.max(1, whole))} %`;
}
