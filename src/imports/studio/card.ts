import type { CardPicture, Doubt, PictureGroup } from "@packshot/studio/card";
import { isBarcode } from "../../catalogue/barcodes/barcode.ts";
import { hasWrongCheckDigit } from "../../catalogue/barcodes/gtin.ts";
import { familyOf } from "../../catalogue/barcodes/same-product.ts";
import type { Crop } from "../../pictures/store/adjustment.ts";
import type { QualityNote } from "../../pictures/store/quality-notes.ts";

/** A picture of a card as it was seen. */
export interface SeenPicture extends CardPicture {
	/** Its place among the pictures of the archive. */
	readonly id: number;
	readonly notes: readonly QualityNote[];
	/** Why there is no cut-out of it; null if there is one. */
	readonly notCutOut: string | null;
	/** The part with the pack, centred; without a cut-out it is not known. */
	readonly frame?: Crop;
}

/** The pictures of one product, by their ids. */
interface Sides extends Pick<PictureGroup, "barcode" | "front" | "back" | "others"> {}

/** As the pictures themselves say. */
interface FoundGroup extends Sides {
	readonly doubts: readonly Doubt[];
}

/** As people left it. */
export interface CardGroup extends Sides {
	readonly state: "open" | "confirmed" | "left_out";
}

/** What is known of a memory card. */
export interface Card {
	/** Grows with every correction. */
	readonly revision: number;
	/** In the order in which they were taken; none until all have been looked at. */
	readonly pictures: readonly SeenPicture[];
	readonly found: readonly FoundGroup[];
	/** What was uncertain first. */
	readonly groups: readonly CardGroup[];
	/** Files that cannot be read, and why. */
	readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

export const NEW_CARD: Card = { revision: 0, pictures: [], found: [], groups: [], refused: [] };

/** Why somebody should look at a group; `changed` if it is not as the pictures say. */
export function doubtsOf({
	found,
}: Pick<Card, "found">): (group: CardGroup) => readonly (Doubt | "changed")[] {
	const known = new Map(found.map((group) => [keyOf(group), group.doubts]));
	return (group) => (group.state === "confirmed" ? [] : (known.get(keyOf(group)) ?? ["changed"]));
}

function keyOf({ barcode, front, back, others }: Sides): string {
	return JSON.stringify([barcode, front, back, others]);
}

/** The groups that an import takes: what is certain or was confirmed. */
export function takenGroups(card: Pick<Card, "found" | "groups">): CardGroup[] {
	const doubts = doubtsOf(card);
	return card.groups.filter((group) => group.state !== "left_out" && doubts(group).length === 0);
}

/** What is wrong with corrected groups, in words; undefined if nothing is. */
export function problemOf({ pictures, found }: Card, groups: readonly CardGroup[]): string | undefined {
	const given = groups
		.flatMap(({ front, back, others }) => [front, back, ...others])
		.filter((id) => id !== null);
	const isWhole = given.length === pictures.length && pictures.every(({ id }) => given.includes(id));
	if (!isWhole) return "Every picture belongs to one group.";
	const wrong = groups.find(({ barcode }) => barcode !== null && !isRightBarcode(barcode));
	if (wrong) return `${wrong.barcode} is no barcode: a digit is wrong or missing.`;
	const taken = takenGroups({ found, groups });
	const empty = taken.find(
		({ barcode, front, back }) => barcode === null || (front === null && back === null),
	);
	if (empty) return "A confirmed group has a barcode, and a front or a back.";
	const families = new Set<number>();
	for (const { barcode } of taken) {
		const family = familyOf(barcode ?? "");
		if (families.has(family)) return `Another group has ${barcode} already: join them, or leave one out.`;
		families.add(family);
	}
	return undefined;
}

function isRightBarcode(barcode: string): boolean {
	return isBarcode(barcode) && !hasWrongCheckDigit(barcode);
}
