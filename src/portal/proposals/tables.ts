/** What an account proposes for a product of the catalogue. */
export interface ProposalTable {
	proposal_id: string;
	account_id: string;
	/** Under which its pictures come into the catalogue: the account's when it proposed. */
	ownership: string;
	barcode: string;
	/** JSON of fields by scope, as an import gives them. */
	fields: string;
	/** JSON of what the catalogue had in their place (compare.ts). */
	seen: string;
	comment: string | null;
	/** `waiting`, `approved`, `rejected` or `withdrawn`. */
	state: string;
	proposed_at: number;
	decided_at: number | null;
	decided_by: string | null;
	reason: string | null;
	/** 1 while the proposer is to be told of the decision. */
	mail_waits: number | null;
}

/** A piece of a file that was uploaded: counts against what the account may upload. Its blob is named after it. */
export interface ProposalPieceTable {
	piece_id: string;
	account_id: string;
	size_bytes: number;
	uploaded_at: number;
	expires_at: number;
}

/** A picture that was uploaded for a proposal. */
export interface ProposalPictureTable {
	/** Lower-case ULID. */
	picture_id: string;
	account_id: string;
	/** Null until it is proposed. */
	proposal_id: string | null;
	variant: string;
	/** Blob keys: the file as it came, and what people look at; null once they are to be deleted. */
	original_blob: string | null;
	preview_blob: string | null;
	thumbnail_blob: string | null;
	original_sha256: string;
	width: number;
	height: number;
	size_bytes: number;
	/** As with pictures of the catalogue. */
	quality_notes: string;
	/** The file's own date. */
	file_date: number | null;
	uploaded_at: number;
	/** Null while its proposal waits. */
	expires_at: number | null;
	/** Since when no row names its blobs. */
	released_at: number | null;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		proposal: ProposalTable;
		proposal_piece: ProposalPieceTable;
		proposal_picture: ProposalPictureTable;
	}
}

/** Where rows name blobs. */
export const proposalBlobColumns = {
	proposal_picture: ["original_blob", "preview_blob", "thumbnail_blob"],
} as const;

/** Begins the keys of everything that is stored for proposals. */
export const PROPOSAL_PREFIX = "proposals/";
export const PIECE_PREFIX = `${PROPOSAL_PREFIX}pieces/`;
export const PICTURE_PREFIX = `${PROPOSAL_PREFIX}pictures/`;

export function pieceKey(pieceId: string): string {
	return `${PIECE_PREFIX}${pieceId}`;
}

/** The keys of a picture's files. */
export function pictureKeys(pictureId: string) {
	const folder = `${PICTURE_PREFIX}${pictureId}`;
	return {
		original_blob: `${folder}/original`,
		preview_blob: `${folder}/preview.webp`,
		thumbnail_blob: `${folder}/thumbnail.webp`,
	};
}
