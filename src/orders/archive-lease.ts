import { claimUrlIds } from "../images/deliveries.ts";
import { command } from "../platform/db/command.ts";
import type { Tx } from "../platform/db/tx.ts";
import "./tables.ts";

/** The client fetching an archive, the URL used, and when that lease ends unless renewed. */
interface Lease {
	readonly clientId: string;
	readonly urlId: string;
	readonly nowMs: number;
	readonly expiresAtMs: number;
}

/**
 * Opens an archive: claims its URL, whose second use is refused, and the client's only slot. A refusal claims nothing, so that
 * the URL stays usable while another archive is being fetched.
 */
export const openArchive = command<
	Lease & { readonly urlExpiresAtMs: number },
	"opened" | "consumed" | "busy"
>("orders.open_archive", async (tx, { clientId, urlId, nowMs, expiresAtMs, urlExpiresAtMs }, traits) => {
	const row = { url_id: urlId, expires_at: expiresAtMs };
	const leased = await tx
		.insertInto("open_archive")
		.values({ client_id: clientId, ...row })
		.onConflict((on) => on.column("client_id").doUpdateSet(row).where("open_archive.expires_at", "<=", nowMs))
		.returning("client_id")
		.executeTakeFirst();
	if (!leased) return (await isUsed(tx, urlId)) ? "consumed" : "busy";
	const claimed = await claimUrlIds(tx, traits, new Map([[urlId, urlExpiresAtMs]]));
	if (claimed.has(urlId)) return "opened";
	await tx.deleteFrom("open_archive").where("client_id", "=", clientId).execute();
	return "consumed";
});

/** Whether this URL has already been used to fetch an archive. */
export async function isUsed(tx: Tx, urlId: string): Promise<boolean> {
	const used = tx.selectFrom("used_url").select("url_id").where("url_id", "=", urlId);
	return (await used.executeTakeFirst()) !== undefined;
}

/** Whether a client is fetching an archive. */
export async function isBusy(tx: Tx, clientId: string, nowMs: number): Promise<boolean> {
	const open = tx
		.selectFrom("open_archive")
		.select("client_id")
		.where("client_id", "=", clientId)
		.where("expires_at", ">", nowMs);
	return (await open.executeTakeFirst()) !== undefined;
}

/** Extends the lease. @returns whether it was still held. */
export const renewArchive = command<Omit<Lease, "nowMs">, boolean>(
	"orders.renew_archive",
	async (tx, { clientId, urlId, expiresAtMs }) => {
		const { numUpdatedRows } = await tx
			.updateTable("open_archive")
			.set({ expires_at: expiresAtMs })
			.where("client_id", "=", clientId)
			.where("url_id", "=", urlId)
			.executeTakeFirst();
		return numUpdatedRows > 0n;
	},
);

/** Releases the lease. */
export const closeArchive = command<Pick<Lease, "clientId" | "urlId">, undefined>(
	"orders.close_archive",
	async (tx, { clientId, urlId }) => {
		await tx
			.deleteFrom("open_archive")
			.where("client_id", "=", clientId)
			.where("url_id", "=", urlId)
			.execute();
		return undefined;
	},
);
