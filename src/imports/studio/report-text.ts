import type { Doubt, PictureGroup } from "@packshot/studio/card";
import { counted } from "../../platform/counted.ts";

/** A group with the names of its pictures. */
export interface ReportedGroup extends Pick<PictureGroup, "barcode" | "doubts"> {
	readonly front: string | null;
	readonly back: string | null;
	readonly others: readonly string[];
	readonly isWritten: boolean;
}

export interface FolderReport {
	readonly pictures: number;
	readonly groups: readonly ReportedGroup[];
	/** Files that this run wrote, and those that were there before it. */
	readonly written: readonly string[];
	readonly kept: readonly string[];
	/** How good each picture is, in plain words, in the order in which they were taken. */
	readonly verdicts: readonly { readonly name: string; readonly verdict: string }[];
	/** Sides without a cut-out, and why. */
	readonly notCutOut: readonly { readonly name: string; readonly reason: string }[];
	readonly refused: readonly { readonly name: string; readonly reason: string }[];
	/** Files that are no pictures. */
	readonly others: readonly string[];
}

/** Why somebody should look at a group, in words. */
export const DOUBTS: Readonly<Record<Doubt | "changed", string>> = {
	no_barcode: "no barcode could be read",
	several_barcodes: "more than one barcode was read",
	barcode_twice: "another group has the same barcode",
	no_times: "the pictures do not all say when they were taken",
	few_barcodes: "too few barcodes of this card could be read to be sure of its pauses",
	pauses_unclear: "the pauses between the pictures do not show where a product begins",
	several_pictures: "more than two pictures: only one front and one back are taken",
	no_front: "there is no front",
	sides_unclear: "which side is which is a guess",
	order_unusual: "front and back were taken in the other order than most",
	changed: "changed, and not confirmed yet",
};

/** A plain report for people, what is uncertain first. */
export function reportText({
	pictures,
	groups,
	written,
	kept,
	verdicts,
	notCutOut,
	refused,
	others,
}: FolderReport): string {
	const uncertain = groups.filter(({ doubts }) => doubts.length > 0);
	const lines = [
		`${counted(pictures, "picture")}, ${counted(groups.length, "product")}: ${uncertain.length} uncertain`,
		`${counted(written.length, "file")} written, ${kept.length} were there before`,
		"",
		...section("Uncertain: look at these", uncertain.flatMap(linesOf)),
		...section("Not read", refused.map(because)),
		...section("Not cut out", notCutOut.map(because)),
		...section("Not pictures", others),
		...section("Certain", groups.filter(({ doubts }) => doubts.length === 0).flatMap(linesOf)),
		...section(
			"Pictures as they were taken",
			verdicts.map(({ name, verdict }) => `${name}: ${verdict}`),
		),
	];
	return `${lines.join("\n").trimEnd()}\n`;
}

function because({ name, reason }: { readonly name: string; readonly reason: string }): string {
	return `${name}: ${reason}`;
}

function section(title: string, lines: readonly string[]): string[] {
	return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ""];
}

function linesOf({ barcode, front, back, others, doubts, isWritten }: ReportedGroup): string[] {
	const sides = [
		front && `front ${front}`,
		back && `back ${back}`,
		...others.map((name) => `left out ${name}`),
	];
	const shown = `${barcode ?? "no barcode"}: ${sides.filter((side) => side !== null).join(", ")}`;
	const why = doubts.map((doubt) => DOUBTS[doubt]).join("; ");
	return [why === "" ? shown : `${shown} (${why}; ${isWritten ? "written" : "not written"})`];
}
