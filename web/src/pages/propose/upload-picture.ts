import { call, upload } from "../../api/call.ts";
import { asFailure } from "../../api/failure.ts";
import type { ProposedPicture } from "../../api/shapes.ts";

const PIECE_BYTES = 512 * 1024;
const ATTEMPTS = 4;
const RETRY_MS = 1500;

/** Uploads a picture in pieces, retrying each when the connection breaks. @param progress from 0 to 1. */
export async function uploadPicture(
	file: File,
	variant: ProposedPicture["variant"],
	progress: (share: number) => void,
	signal: AbortSignal,
): Promise<ProposedPicture> {
	const pieces: string[] = [];
	for (let at = 0; at < file.size; at += PIECE_BYTES) {
		const piece = await sendPiece(file.slice(at, at + PIECE_BYTES), signal);
		pieces.push(piece.piece_id);
		progress(Math.min(1, (at + PIECE_BYTES) / file.size));
	}
	const modified_at = new Date(file.lastModified).toISOString();
	return call("POST /proposal-pictures", { body: { variant, pieces, modified_at } }, signal);
}

async function sendPiece(bytes: Blob, signal: AbortSignal) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await upload("POST /proposal-pieces", { file: bytes }, signal);
		} catch (error) {
			const isLine = asFailure(error).code === "unreachable";
			if (!isLine || attempt === ATTEMPTS || signal.aborted) throw error;
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
		}
	}
}
