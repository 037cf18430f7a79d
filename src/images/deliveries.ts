import { defineBatchCommand } from "../platform/db/command.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { insertion } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";

/** A delivery about to happen. */
export interface Claim {
	readonly urlId: string;
	readonly expiresAtMs: number;
	readonly multiUse: boolean;
	readonly clientId: string;
	readonly imageId: string;
	/** Whether it is the base with the visible watermark. */
	readonly watermarked: boolean;
	/** How the cells are shared out (mark-formats.ts). */
	readonly markFormat: number;
	readonly atMs: number;
	readonly address: string;
}

/** `superseded`: the picture is no longer the current one, so nothing was claimed. */
export type ClaimOutcome = "granted" | "consumed" | "superseded";

const insertDeliveries = insertion("delivery", [
	"client_id",
	"image_id",
	"watermarked",
	"mark_format",
	"at",
	"address",
	"url_id",
]);
const insertUsed = insertion("used_url", ["url_id", "expires_at"]);

/**
 * Claims URLs and records the deliveries, atomically: of concurrent claims of a single-use URL one succeeds. A claim is never released.
 */
export const claimUrls = defineBatchCommand<Claim, ClaimOutcome>(
	"images.claim",
	async (tx, claims, traits) => {
		const active = await activeAmong(tx, claims);
		const timely = claims.filter((claim) => active.has(claim.imageId));
		const won = await claimSingleUse(
			tx,
			traits,
			timely.filter((claim) => !claim.multiUse),
		);
		const outcomes = claims.map((claim): ClaimOutcome => {
			if (!active.has(claim.imageId)) return "superseded";
			return claim.multiUse || won.delete(claim.urlId) ? "granted" : "consumed";
		});
		await insertDeliveries(
			tx,
			traits,
			claims
				.filter((_, index) => outcomes[index] === "granted")
				.map((claim) => [
					claim.clientId,
					claim.imageId,
					claim.watermarked ? 1 : 0,
					claim.markFormat,
					claim.atMs,
					claim.address,
					claim.urlId,
				]),
		);
		return outcomes;
	},
);

/** Those of the claimed pictures that are still current: the caller may have read them some time ago. */
async function activeAmong(tx: Tx, claims: readonly Claim[]): Promise<Set<string>> {
	const ids = [...new Set(claims.map(({ imageId }) => imageId))];
	const rows = await tx
		.selectFrom("image")
		.select("image_id")
		.where("image_id", "in", ids)
		.where("active", "=", 1)
		.execute();
	return new Set(rows.map((row) => row.image_id));
}

/** The ids that were unclaimed until now. */
async function claimSingleUse(tx: Tx, traits: EngineTraits, claims: readonly Claim[]): Promise<Set<string>> {
	const expiries = new Map(claims.map((claim) => [claim.urlId, claim.expiresAtMs]));
	if (expiries.size === 0) return new Set();
	const ids = [...expiries.keys()].sort();
	if (!traits.statementsAreCalls) {
		const rows = await tx
			.insertInto("used_url")
			.values(ids.map((url_id) => ({ url_id, expires_at: expiries.get(url_id) ?? 0 })))
			.onConflict((on) => on.column("url_id").doNothing())
			.returning("url_id")
			.execute();
		return new Set(rows.map((row) => row.url_id));
	}
	const used = await tx.selectFrom("used_url").select("url_id").where("url_id", "in", ids).execute();
	const free = new Set(ids);
	for (const row of used) free.delete(row.url_id);
	await insertUsed(
		tx,
		traits,
		[...free].map((id) => [id, expiries.get(id)]),
	);
	return free;
}
