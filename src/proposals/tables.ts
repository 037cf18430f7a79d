/** What an account proposes for a product of the catalogue. No endpoint of the API reads it; approval uses the commands of an import (ADR-0031). */
export interface ProposalTable {
	proposal_id: string;
	account_id: string;
	/** The ownership of its pictures in the catalogue: the account's at the time of proposing. */
	ownership: string;
	barcode: string;
	/** JSON of fields by scope, in import format. */
	fields: string;
	/** JSON of the catalogue's data for them at that time (compare.ts). */
	seen: string;
	comment: string | null;
	/** `waiting`, `approved`, `rejected` or `withdrawn`. */
	state: string;
	proposed_at: number;
	decided_at: number | null;
	decided_by: string | null;
	reason: string | null;
	/** 1 while the proposer has yet to be notified of the decision. */
	mail_waits: number | null;
}

/** An uploaded piece of a file: counts against the account's upload limit. Its blob key is derived from its id. */
export interface ProposalPieceTable {
	piece_id: string;
	account_id: string;
	size_bytes: number;
	uploaded_at: number;
	expires_at: number;
}

/** A picture uploaded for a proposal. */
export interface ProposalPictureTable {
	/** Lower-case ULID. */
	picture_id: string;
	account_id: string;
	/** Null until it is proposed. */
	proposal_id: string | null;
	variant: string;
	/** Blob keys: the original file and what the pages show; null once they are to be deleted. */
	original_blob: string | null;
	preview_blob: string | null;
	thumbnail_blob: string | null;
	original_sha256: string;
	width: number;
	height: number;
	size_bytes: number;
	/** As for pictures of the catalogue. */
	quality_notes: string;
	/** The file's own date. */
	file_date: number | null;
	uploaded_at: number;
	/** Null while its proposal is waiting. */
	expires_at: number | null;
	/** When its row stopped naming the blobs. */
	released_at: number | null;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		proposal: ProposalTable;
		proposal_piece: ProposalPieceTable;
		proposal_picture: ProposalPictureTable;
	}
}

/** Columns that hold blob keys. */
export const proposalBlobColumns = {
	proposal_picture: ["original_blob", "preview_blob", "thumbnail_blob"],
} as const;

/** Key prefix of all blobs of proposals. */
export const PROPOSAL_PREFIX = "proposals/";
export const PIECE_PREFIX = `${PROPOSAL_PREFIX}pieces/`;
export const PICTURE_PREFIX = `${PROPOSAL_PREFIX}pictures/`;

export function pieceKey(pieceId: string): string {
	return `${PIECE_PREFIX}${pieceId}`;
}

/** The blob keys of a picture's files. */
export function pictureKeys(pictureId: string) {
	const folder = `${PICTURE_PREFIX}${pictureId}`;
	return {
		original_blob: `${folder}/original`,
		preview_blob: `${folder}/preview.webp`,
		thumbnail_blob: `${folder}/thumbnail.webp`,
	};
}
