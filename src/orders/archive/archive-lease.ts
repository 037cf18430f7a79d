import { claimUrlIds } from "../../pictures/delivery/deliveries.ts";
import { command } from "../../platform/db/command.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { deleteRows, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { LEASE_MS, type LeaseHolder, leaseHasEnded, leaseLeftMs } from "../../platform/tasks/lease.ts";
import "../tables.ts";

/** The client fetching an archive. The id of the URL used identifies its lease. */
interface ArchiveLease extends LeaseHolder {
	readonly clientId: string;
}

export type OpenOutcome =
	| { readonly kind: "opened" | "consumed" }
	/** Another archive is being fetched: its lease ends in this time unless it is renewed. */
	| { readonly kind: "busy"; readonly leftMs: number };

/** Claims the URL of an archive, whose second use is refused, and the client's only slot. A refusal claims nothing, so that the URL stays usable. */
export const openArchive = command<ArchiveLease & { readonly urlExpiresAtMs: number }, OpenOutcome>(
	"orders.open_archive",
	async (tx, { clientId, leaseId, urlExpiresAtMs }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits);
		const row = { url_id: leaseId, expires_at: nowMs + LEASE_MS };
		const leased = await tx
			.insertInto("open_archive")
			.values({ client_id: clientId, ...row })
			.onConflict((on) =>
				on.column("client_id").doUpdateSet(row).where(leaseHasEnded("open_archive.expires_at", nowMs)),
			)
			.returning("client_id")
			.executeTakeFirst();
		if (!leased) {
			if (await isUsed(tx, leaseId)) return { kind: "consumed" };
			return { kind: "busy", leftMs: await openForMs(tx, traits, clientId) };
		}
		const claimed = await claimUrlIds(tx, traits, new Map([[leaseId, urlExpiresAtMs]]));
		if (claimed.has(leaseId)) return { kind: "opened" };
		await tx.deleteFrom("open_archive").where("client_id", "=", clientId).execute();
		return { kind: "consumed" };
	},
);

/** Whether this URL has already been used to fetch an archive. */
export async function isUsed(tx: Tx, urlId: string): Promise<boolean> {
	const used = tx.selectFrom("used_url").select("url_id").where("url_id", "=", urlId);
	return (await used.executeTakeFirst()) !== undefined;
}

/** How long the lease of the archive that a client is fetching still lasts; 0 when it is fetching none. */
export async function openForMs(tx: Tx, traits: EngineTraits, clientId: string): Promise<number> {
	const open = tx.selectFrom("open_archive").select("expires_at").where("client_id", "=", clientId);
	const row = await open.executeTakeFirst();
	return row ? leaseLeftMs(row.expires_at, await databaseTimeMs(tx, traits)) : 0;
}

/** Extends the lease. @returns whether it was still held. */
export const renewArchive = command<ArchiveLease, boolean>(
	"orders.renew_archive",
	async (tx, { clientId, leaseId }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits);
		return (
			(await updateRows(
				tx,
				"open_archive",
				{ client_id: clientId, url_id: leaseId },
				{ expires_at: nowMs + LEASE_MS },
			)) > 0
		);
	},
);

/** Releases the lease. */
export const closeArchive = command<Pick<ArchiveLease, "clientId" | "leaseId">, undefined>(
	"orders.close_archive",
	async (tx, { clientId, leaseId }) => {
		await deleteRows(tx, "open_archive", { client_id: clientId, url_id: leaseId });
	},
);
