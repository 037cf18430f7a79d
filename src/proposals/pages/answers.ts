import { readBarcode } from "../../catalogue/barcodes/barcode-reading.ts";
import { VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import type { Person } from "../../pages/call.ts";
import { rolesOf } from "../../pages/roles.ts";
import { notesInWords, readNotes } from "../../pictures/store/quality-notes.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import { isSame, type Present, presentName, presentOf, type Today } from "../compare.ts";
import { entriesOf, type ProposedFields, valueAt } from "../fields.ts";
import type { DescribedProposal } from "../read.ts";
import type { ProposalPictureTable } from "../tables.ts";
import type { Proposal, ProposedPicture, Review } from "./contract.ts";

export function pictureAnswer(row: ProposalPictureTable): ProposedPicture {
	return {
		picture_id: row.picture_id,
		variant: row.variant as Variant,
		width: row.width,
		height: row.height,
		size_bytes: row.size_bytes,
		notes: readNotes(row.quality_notes).map((note) => notesInWords([note])),
		is_stored: row.released_at === null,
	};
}

function inOrder(pictures: readonly ProposalPictureTable[]): ProposalPictureTable[] {
	const placeOf = ({ variant }: ProposalPictureTable) => VARIANTS.indexOf(variant as Variant);
	return [...pictures].sort((one, other) => placeOf(one) - placeOf(other));
}

/** A proposal as shown to its proposer: without any data of the catalogue. */
export function proposalAnswer(row: DescribedProposal): Proposal {
	const fields: ProposedFields = JSON.parse(row.fields);
	return {
		...common(row),
		fields: entriesOf(fields).map(({ key, value }) => ({ key, value })),
		pictures: inOrder(row.pictures).map(pictureAnswer),
	};
}

function common(row: DescribedProposal) {
	return {
		proposal_id: row.proposal_id,
		barcode: row.barcode,
		state: row.state as Proposal["state"],
		comment: row.comment,
		proposed_at: isoTime(row.proposed_at),
		decided_at: isoTimeOrNull(row.decided_at),
		reason: row.reason,
	};
}

/** A proposal beside the current data of the catalogue. */
export function reviewAnswer(row: DescribedProposal, today: Today, { account }: Person): Review {
	const fields: ProposedFields = JSON.parse(row.fields);
	const seen: Present = JSON.parse(row.seen);
	const present = presentOf(
		today,
		fields,
		row.pictures.map(({ variant }) => variant),
	);
	const changes = entriesOf(fields).map(({ key, value }) => ({
		key,
		seen: seen.fields[key] ?? null,
		today: present.fields[key] ?? null,
		proposed: value,
		is_stale: !isSame(seen.fields[key], present.fields[key]),
	}));
	const pictures = inOrder(row.pictures).map((picture) => ({
		...pictureAnswer(picture),
		// What was approved is a picture of the catalogue, which reviewers see as such.
		is_stored: picture.released_at === null && row.state !== "approved",
		is_stale: seen.pictures[picture.variant] !== present.pictures[picture.variant],
		today: todaysPicture(today, picture.variant),
	}));
	const isOwn = row.account_id === account.account_id;
	return {
		...common(row),
		account_email: row.email ?? "",
		ownership: row.ownership,
		decided_by: row.decided_by_email,
		is_own: isOwn,
		may_approve: !isOwn || rolesOf(account).includes("administrator"),
		is_known: today.isKnown,
		check_digit_valid: readBarcode(row.barcode).checkDigitValid,
		name: textAt(today, "info.product_name"),
		brand: textAt(today, "info.brand"),
		thumbnail: VARIANTS.map((variant) => today.pictures.get(variant)?.image_id).find(Boolean) ?? null,
		is_stale: seen.isKnown !== present.isKnown || [...changes, ...pictures].some(({ is_stale }) => is_stale),
		changes,
		pictures,
		compared_with: presentName(present),
	};
}

function todaysPicture(today: Today, variant: string) {
	const picture = today.pictures.get(variant);
	return picture ? { image_id: picture.image_id, width: picture.width, height: picture.height } : null;
}

function textAt({ given }: Today, key: string): string | null {
	const value = valueAt(given, key);
	return typeof value === "string" ? value : null;
}
