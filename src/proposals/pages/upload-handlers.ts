import { Buffer } from "node:buffer";
import type { FastifyReply } from "fastify";
import { handlers } from "../../pages/call.ts";
import { noPicture, tooManyAttempts } from "../../pages/errors.ts";
import { pictureErrors } from "../../pictures/errors.ts";
import { createPixelBudget } from "../../pictures/store/pixel-budget.ts";
import { storedNotes } from "../../pictures/store/quality-notes.ts";
import { BlobMissing } from "../../platform/blobs/blob-store.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { parseTime } from "../../platform/http/query.ts";
import type { BodyOf } from "../../platform/http/route.ts";
import { ulid } from "../../platform/ids.ts";
import { proposalErrors } from "../errors.ts";
import type { ProposalParts } from "../parts.ts";
import { findPicture, findReviewedPicture } from "../read.ts";
import { pictureRefused } from "../stage-upload.ts";
import { type ProposalPictureTable, pictureKeys, pieceKey } from "../tables.ts";
import { addPicture, addPiece, mayUpload, type NewPicture, usablePieces } from "../uploads.ts";
import { pictureAnswer } from "./answers.ts";
import { proposalRoutes } from "./contract.ts";

const MEBIBYTE = 1024 * 1024;

/** The same limit as for imports. */
export const MOST_PICTURE_BYTES = 40 * MEBIBYTE;

/** Pictures held in memory at a time. */
const AT_ONCE = 2;

/** Pictures that may wait for that. */
const MOST_WAITING = 8;

/** Handlers for uploading pictures in pieces, and for viewing them: by their uploader, and by reviewers from proposal to approval. */
export function uploadHandlers(parts: ProposalParts) {
	const { db, blobs, limits } = parts;
	const inMemory = createPixelBudget({ pictures: AT_ONCE, pixels: AT_ONCE, mostWaiting: MOST_WAITING });
	return handlers(proposalRoutes)({
		async "POST /proposal-pieces"({ person, request, nowMs }) {
			const bytes = request.rawBody;
			if (!bytes || bytes.length === 0) throw badRequest("The body is empty.");
			const accountId = person.account.account_id;
			if (!mayUpload(person.account)) throw proposalErrors.may_not_propose();
			const pieceId = ulid(nowMs).toLowerCase();
			await blobs.put(pieceKey(pieceId), bytes);
			const mostBytes = limits.uploadMebibytes * MEBIBYTE;
			const piece = { pieceId, accountId, sizeBytes: bytes.length, mostBytes, nowMs };
			const outcome = await db.write(addPiece, piece);
			if (outcome.kind === "added") return { piece_id: pieceId };
			await blobs.delete(pieceKey(pieceId));
			if (outcome.kind !== "limit_reached") throw proposalErrors[outcome.kind]();
			const retryAfterSeconds = Math.max(1, Math.ceil((outcome.freeAtMs - nowMs) / 1000));
			throw tooManyAttempts(proposalErrors.picture_limit_reached, retryAfterSeconds);
		},
		async "POST /proposal-pictures"({ person, body, nowMs, request }) {
			const accountId = person.account.account_id;
			if (!mayUpload(person.account)) throw proposalErrors.may_not_propose();
			// It waits for other pictures, and its pieces are used up: after a timeout, the uploader would have to send all of them again.
			markIrrevocable(request.responseMeta);
			const row = await inMemory.run(1, () => assemble(parts, accountId, body, nowMs));
			return pictureAnswer(row);
		},
		async "GET /proposal-pictures/{picture_id}/{size}"({ person, path, reply }) {
			const row = await findPicture(db.read, path.picture_id);
			const isOwn = row?.account_id === person.account.account_id;
			return sendPicture(parts, isOwn ? row : undefined, path.size, reply);
		},
		async "GET /admin/review-pictures/{picture_id}/{size}"({ path, reply }) {
			return sendPicture(parts, await findReviewedPicture(db.read, path.picture_id), path.size, reply);
		},
	});
}

/** Joins the pieces, checks the picture in a process and stores it. Its blobs are durable before its row is. */
async function assemble(
	parts: ProposalParts,
	accountId: string,
	{ variant, pieces, modified_at }: BodyOf<(typeof proposalRoutes)["POST /proposal-pictures"]>,
	nowMs: number,
): Promise<ProposalPictureTable> {
	const { db, blobs, pool } = parts;
	const bytes = await readPieces(parts, accountId, pieces, nowMs);
	const made = await (await pool()).preview(bytes, variant);
	if ("refused" in made) throw pictureRefused(variant, made);
	const pictureId = ulid(nowMs).toLowerCase();
	const keys = pictureKeys(pictureId);
	const row: Omit<NewPicture, "pieceIds"> = {
		picture_id: pictureId,
		account_id: accountId,
		variant,
		...keys,
		original_sha256: made.sha256,
		width: made.width,
		height: made.height,
		size_bytes: bytes.length,
		quality_notes: storedNotes(made.qualityNotes),
		// Leap seconds are not representable here.
		file_date: modified_at === undefined ? null : (parseTime(modified_at) ?? null),
		uploaded_at: nowMs,
	};
	const forget = () => Promise.all(Object.values(keys).map((key) => blobs.delete(key)));
	try {
		await blobs.put(keys.original_blob, bytes);
		await blobs.put(keys.preview_blob, made.preview);
		await blobs.put(keys.thumbnail_blob, made.thumbnail);
	} catch (fault) {
		await forget().catch(() => undefined);
		throw fault;
	}
	const outcome = await db.write(addPicture, { ...row, pieceIds: pieces });
	if (outcome !== "added") {
		await forget();
		throw { ...pictureErrors, ...proposalErrors }[outcome]();
	}
	await Promise.all(pieces.map((piece) => blobs.delete(pieceKey(piece))));
	return { ...row, proposal_id: null, expires_at: null, released_at: null };
}

async function readPieces(
	{ db, blobs }: ProposalParts,
	accountId: string,
	pieces: readonly string[],
	nowMs: number,
): Promise<Buffer> {
	if (new Set(pieces).size !== pieces.length) throw badRequest("pieces: each stands once.");
	const sizes = await usablePieces(db.read, accountId, pieces, nowMs);
	if (sizes.size !== pieces.length) throw pictureErrors.picture_gone();
	const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
	if (total > MOST_PICTURE_BYTES) {
		throw pictureErrors.picture_refused({ message: "The picture is larger than 40 MiB." });
	}
	const read: Uint8Array[] = [];
	for (const piece of pieces) read.push(await readPiece(blobs, piece));
	return Buffer.concat(read);
}

/** Pieces are not backed up: after a restore they are gone. */
async function readPiece(blobs: ProposalParts["blobs"], pieceId: string): Promise<Uint8Array> {
	try {
		return await blobs.get(pieceKey(pieceId));
	} catch (fault) {
		if (fault instanceof BlobMissing) throw pictureErrors.picture_gone();
		throw fault;
	}
}

const SIZES: ReadonlyMap<string, (row: ProposalPictureTable) => string | null> = new Map([
	["preview", (row) => row.preview_blob],
	["thumbnail", (row) => row.thumbnail_blob],
]);

/** Sends a picture that must not be cached, because who may see it can change. */
async function sendPicture(
	{ blobs }: ProposalParts,
	row: ProposalPictureTable | undefined,
	size: string,
	reply: FastifyReply,
): Promise<undefined> {
	const key = row && SIZES.get(size)?.(row);
	if (!key) throw noPicture();
	reply.type("image/webp").send(Buffer.from(await blobs.get(key)));
}
