import type { Selectable } from "kysely";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { lockedAccount } from "../accounts/accounts.ts";
import type { AccountTable } from "../tables.ts";
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

/** Records a piece whose blob is stored, unless the account has reached its upload limit. */
export const addPiece = command<NewPiece, PieceOutcome>(
	"portal.add_proposal_piece",
	async (tx, { pieceId, accountId, sizeBytes, mostBytes, nowMs }, traits) => {
		if (!(await lockedProposer(tx, accountId, traits))) return { kind: "may_not_propose" };
		const { bytes, oldestMs } = await uploadedLately(tx, accountId, nowMs);
		if (bytes + sizeBytes > mostBytes)
			return { kind: "limit_reached", freeAtMs: (oldestMs ?? nowMs) + DAY_MS };
		await tx
			.insertInto("proposal_piece")
			.values({
				piece_id: pieceId,
				account_id: accountId,
				size_bytes: sizeBytes,
				uploaded_at: nowMs,
				expires_at: nowMs + UNUSED_MS,
			})
			.execute();
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
export const addPicture = command<NewPicture, "added" | "may_not_propose" | "gone">(
	"portal.add_proposal_picture",
	async (tx, { pieceIds, ...row }, traits) => {
		if (!(await lockedProposer(tx, row.account_id, traits))) return "may_not_propose";
		const { numUpdatedRows } = await tx
			.updateTable("proposal_piece")
			.set({ expires_at: row.uploaded_at })
			.where("account_id", "=", row.account_id)
			.where("piece_id", "in", [...pieceIds])
			.where("expires_at", ">", row.uploaded_at)
			.executeTakeFirst();
		if (Number(numUpdatedRows) !== pieceIds.length) return "gone";
		await tx
			.insertInto("proposal_picture")
			.values({ ...row, expires_at: row.uploaded_at + UNUSED_MS })
			.execute();
		return "added";
	},
);
