import sharp from "sharp";
import type { Installation } from "../installation.ts";
import { previewPicture } from "../pictures/preparation/preview.ts";
import { storedNotes } from "../pictures/store/quality-notes.ts";
import { picturesOf } from "../pictures/style/sample-pictures.ts";
import { ulid } from "../platform/ids.ts";
import { DAY_MS, HOUR_MS } from "../platform/time/durations.ts";
import { propose, rejectProposal } from "../proposals/propose.ts";
import { pictureKeys } from "../proposals/tables.ts";
import { addPicture, addPiece } from "../proposals/uploads.ts";
import { demoActor } from "./demo-actor.ts";

type Stores = Pick<Installation, "db" | "blobs" | "clock">;

interface People {
	/** The proposer: an account with that permission. */
	readonly holderId: string;
	readonly administratorId: string;
}

const REPHOTOGRAPHED = "2990000050038";
const MOST = 100;
const PICTURE_MS = 30 * DAY_MS;

/** Proposes a picture and facts: two proposals are waiting for review, one has been rejected. */
export async function loadDemoProposals(
	stores: Stores,
	{ holderId, administratorId }: People,
): Promise<void> {
	const { db, clock } = stores;
	const nowMs = clock.now();
	const proposed = async (
		hoursAgo: number,
		barcode: string,
		info: object,
		comment: string | null,
		pictureIds: readonly string[] = [],
	) => {
		const actor = demoActor(holderId, nowMs - hoursAgo * HOUR_MS);
		const proposalId = `prop_${ulid(actor.atMs)}`;
		const what = { fields: { info }, comment, pictureIds, mostOpen: MOST };
		const outcome = await db.write(propose, { proposalId, accountId: holderId, barcode, ...what, actor });
		if (outcome !== "proposed") throw new Error(`the demo's proposal is refused: ${outcome}`);
		return proposalId;
	};
	const misread = await proposed(70, "2990000020017", { net_weight: "HALF GALLON" }, null);
	await db.write(rejectProposal, {
		proposalId: misread,
		reason: "The litres are on the package too: please keep them.",
		pictureMs: PICTURE_MS,
		actor: demoActor(administratorId, nowMs - 64 * HOUR_MS),
	});
	await proposed(
		26,
		"2990000030016",
		{ product_description: "מיץ ענבים טבעי, ללא תוספת סוכר" },
		"האריזה החדשה הגיעה השבוע",
	);
	const picture = await photograph(stores, holderId, REPHOTOGRAPHED, nowMs - 3 * HOUR_MS);
	await proposed(3, REPHOTOGRAPHED, { net_weight: "NET WT 12 OZ (340g)" }, "The box has grown.", [picture]);
}

/** Proposes a new front picture of a product, in a warmer light. @returns the proposal's id. */
async function photograph(
	{ db, blobs }: Stores,
	accountId: string,
	barcode: string,
	atMs: number,
): Promise<string> {
	const [front] = await picturesOf(db, barcode);
	if (!front) throw new Error(`the demo has no picture of ${barcode}`);
	const { variant } = front;
	const lit = sharp(await blobs.get(front.originalBlob)).modulate({ brightness: 1.02, saturation: 0.85 });
	const bytes = await lit.jpeg({ quality: 90 }).toBuffer();
	const made = await previewPicture(bytes, variant);
	if ("refused" in made) throw new Error(`the demo's picture is refused: ${made.refused}`);
	const pieceId = ulid(atMs).toLowerCase();
	const mostBytes = Number.MAX_SAFE_INTEGER;
	await db.write(addPiece, { pieceId, accountId, sizeBytes: bytes.length, mostBytes, nowMs: atMs });
	const pictureId = ulid(atMs).toLowerCase();
	const keys = pictureKeys(pictureId);
	await blobs.put(keys.original_blob, bytes);
	await blobs.put(keys.preview_blob, made.preview);
	await blobs.put(keys.thumbnail_blob, made.thumbnail);
	const outcome = await db.write(addPicture, {
		picture_id: pictureId,
		account_id: accountId,
		variant,
		...keys,
		pieceIds: [pieceId],
		original_sha256: made.sha256,
		width: made.width,
		height: made.height,
		size_bytes: bytes.length,
		quality_notes: storedNotes(made.qualityNotes),
		file_date: atMs,
		uploaded_at: atMs,
	});
	if (outcome !== "added") throw new Error(`the demo's picture is refused: ${outcome}`);
	return pictureId;
}
