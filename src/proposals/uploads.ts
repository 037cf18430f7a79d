import type { Selectable } from "kysely";
import { EDITORS } from "../pages/contract.ts";
import { rolesOf } from "../pages/roles.ts";
import { lockedAccount } from "../people/accounts/accounts.ts";
import type { AccountTable } from "../people/tables.ts";
import { command } from "../platform/db/command.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import type { ProposalPictureTable } from "./tables.ts";

/** How long pieces, and pictures that have not been proposed, can be used. */
const UNUSED_MS = DAY_MS;

export interface NewPiece {
	readonly pieceId: string;
	readonly accountId: string;
	readonly sizeBytes: number;
	readonly mostBytes: number;
	readonly nowMs: number;
}

export type PieceOutcome =
	| { readonly kind: "added" }
	| { readonly kind: "may_not_propose" }
	| { readonly kind: "limit_reached"; readonly freeAtMs: number };

/** Who uploads pictures: for proposals, or as an editor of the catalogue. */
export function mayUpload(account: Pick<AccountTable, "proposes_as" | "roles">): boolean {
	return (
		account.proposes_as !== null || rolesOf(account).some((role) => EDITORS.some((editor) => editor === role))
	);
}

/** Records a piece whose blob is stored, unless the account has reached its upload limit. */
export const addPiece = command<NewPiece, PieceOutcome>(
	"portal.add_proposal_piece",
	async (tx, { pieceId, accountId, sizeBytes, mostBytes, nowMs }, traits) => {
		if (!(await isLockedUploader(tx, accountId, traits))) return { kind: "may_not_propose" };
		const { bytes, oldestMs } = await uploadedLately(tx, accountId, nowMs);
		if (bytes + sizeBytes > mostBytes)
			return { kind: "limit_reached", freeAtMs: (oldestMs ?? nowMs) + DAY_MS };
		await insertRow(tx, "proposal_piece", {
			piece_id: pieceId,
			account_id: accountId,
			size_bytes: sizeBytes,
			uploaded_at: nowMs,
			expires_at: nowMs + UNUSED_MS,
		});
		return { kind: "added" };
	},
);

/** The account, locked; undefined when it may not propose. */
export async function lockedProposer(
	tx: Tx,
	accountId: string,
	traits: EngineTraits,
): Promise<(AccountTable & { readonly proposes_as: string }) | undefined> {
	const account = await lockedAccount(tx, accountId, traits);
	if (!account || account.disabled_at !== null || account.proposes_as === null) return undefined;
	return { ...account, proposes_as: account.proposes_as };
}

/** Locks the account. @returns whether it may upload pictures. */
async function isLockedUploader(tx: Tx, accountId: string, traits: EngineTraits): Promise<boolean> {
	const account = await lockedAccount(tx, accountId, traits);
	return account !== undefined && account.disabled_at === null && mayUpload(account);
}

/** How much an account uploaded within the last 24 hours. */
export async function uploadedLately(
	tx: Tx,
	accountId: string,
	nowMs: number,
): Promise<{ readonly bytes: number; readonly oldestMs: number | null }> {
	const { bytes, oldest } = await tx
		.selectFrom("proposal_piece")
		.select((row) => [
			row.fn.sum<number | null>("size_bytes").as("bytes"),
			row.fn.min("uploaded_at").as("oldest"),
		])
		.where("account_id", "=", accountId)
		.where("uploaded_at", ">", nowMs - DAY_MS)
		.executeTakeFirstOrThrow();
	return { bytes: Number(bytes ?? 0), oldestMs: oldest === null ? null : Number(oldest) };
}

/** The usable pieces of an account, by id. */
export async function usablePieces(
	tx: Tx,
	accountId: string,
	pieceIds: readonly string[],
	nowMs: number,
): Promise<ReadonlyMap<string, number>> {
	const rows = await tx
		.selectFrom("proposal_piece")
		.select(["piece_id", "size_bytes"])
		.where("account_id", "=", accountId)
		.where("piece_id", "in", [...pieceIds, ""])
		.where("expires_at", ">", nowMs)
		.execute();
	return new Map(rows.map(({ piece_id, size_bytes }) => [piece_id, Number(size_bytes)]));
}

export type NewPicture = Omit<
	Selectable<ProposalPictureTable>,
	"proposal_id" | "expires_at" | "released_at"
> & { readonly pieceIds: readonly string[] };

/** Turns pieces into a picture, once; its blobs are already stored. The picture is deleted unless it is proposed in time. */
export const addPicture = command<NewPicture, "added" | "may_not_propose" | "picture_gone">(
	"portal.add_proposal_picture",
	async (tx, { pieceIds, ...row }, traits) => {
		if (!(await isLockedUploader(tx, row.account_id, traits))) return "may_not_propose";
		const { numUpdatedRows } = await tx
			.updateTable("proposal_piece")
			.set({ expires_at: row.uploaded_at })
			.where("account_id", "=", row.account_id)
			.where("piece_id", "in", [...pieceIds])
			.where("expires_at", ">", row.uploaded_at)
			.executeTakeFirst();
		if (Number(numUpdatedRows) !== pieceIds.length) return "picture_gone";
		await insertRow(tx, "proposal_picture", { ...row, expires_at: row.uploaded_at + UNUSED_MS });
		return "added";
	},
);

/** A picture that the account has uploaded and not used yet; undefined if there is none. */
export async function unusedPicture(
	tx: Tx,
	accountId: string,
	pictureId: string,
	nowMs: number,
): Promise<Selectable<ProposalPictureTable> | undefined> {
	return tx
		.selectFrom("proposal_picture")
		.selectAll()
		.where("picture_id", "=", pictureId)
		.where("account_id", "=", accountId)
		.where("proposal_id", "is", null)
		.where("expires_at", ">", nowMs)
		.executeTakeFirst();
}

/** Uses up such a picture, inside a transaction. @returns whether it was there. */
export async function useUpPicture(
	tx: Tx,
	accountId: string | null,
	pictureId: string,
	nowMs: number,
): Promise<boolean> {
	const { numUpdatedRows } = await tx
		.updateTable("proposal_picture")
		.set({ expires_at: nowMs })
		.where("picture_id", "=", pictureId)
		.where("account_id", "=", accountId)
		.where("proposal_id", "is", null)
		.where("expires_at", ">", nowMs)
		.executeTakeFirst();
	return Number(numUpdatedRows) === 1;
}
