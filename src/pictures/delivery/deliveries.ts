import { CompiledQuery } from "kysely";
import { defineBatchCommand } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";

/** A delivery about to happen. */
export interface Claim {
	readonly urlId: string;
	readonly expiresAtMs: number;
	readonly multiUse: boolean;
	readonly clientId: string;
	readonly imageId: string;
	/** Whether it is the base with the visible watermark. */
	readonly watermarked: boolean;
	/** How the cells are allocated (mark-formats.ts). */
	readonly markFormat: number;
	/** The delivered size; null: the full one. */
	readonly sizePx: number | null;
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
	"size_px",
]);
/** Inserts ids and returns those that were unclaimed until now. */
const insertUsed = insertion(
	"used_url",
	["url_id", "expires_at"],
	"on conflict (url_id) do nothing returning url_id",
);

/** Claims URLs and records the deliveries, atomically: of concurrent claims of a single-use URL one succeeds. A claim is never released. */
export const claimUrls = defineBatchCommand<Claim, ClaimOutcome>(
	"images.claim",
	async (tx, claims, traits) => {
		const active = await activeAmong(tx, traits, claims);
		const timely = claims.filter((claim) => active.has(claim.imageId));
		const singleUse = timely.filter((claim) => !claim.multiUse);
		const won = await claimUrlIds(
			tx,
			traits,
			new Map(singleUse.map((claim) => [claim.urlId, claim.expiresAtMs])),
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
				.map((claim) => ({
					client_id: claim.clientId,
					image_id: claim.imageId,
					watermarked: claim.watermarked ? 1 : 0,
					mark_format: claim.markFormat,
					at: claim.atMs,
					address: claim.address,
					url_id: claim.urlId,
					size_px: claim.sizePx,
				})),
		);
		return outcomes;
	},
);

/** Those of the claimed pictures that are still current; the caller may have read them some time ago. */
async function activeAmong(
	tx: Tx,
	{ listParameter: { test, value } }: EngineTraits,
	claims: readonly Claim[],
): Promise<Set<string>> {
	const ids = [...new Set(claims.map(({ imageId }) => imageId))];
	// The same text for any number of pictures: building a statement for each takes longer than running it.
	const text = `select image_id from image where active = 1 and image_id ${test}`;
	const { rows } = await tx.executeQuery<{ image_id: string }>(CompiledQuery.raw(text, [value(ids)]));
	return new Set(rows.map((row) => row.image_id));
}

/** Claims URL ids, each with its expiry, in sorted order, so that two nodes cannot deadlock. @returns those that were unclaimed until now. */
export async function claimUrlIds(
	tx: Tx,
	traits: EngineTraits,
	expiries: ReadonlyMap<string, number>,
): Promise<Set<string>> {
	const rows = [...expiries]
		.map(([url_id, expires_at]) => ({ url_id, expires_at }))
		.sort((one, other) => (one.url_id < other.url_id ? -1 : 1));
	const claimed = (await insertUsed(tx, traits, rows)) as { readonly url_id: string }[];
	return new Set(claimed.map((row) => row.url_id));
}
