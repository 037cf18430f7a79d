import type { ExpressionBuilder } from "kysely";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { BESIDE_A_SERVER, inBatches } from "../../platform/db/pace.ts";
import { updateRows } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { tryAgainIfTooLong } from "../../platform/db/write-in-parts.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { CERTIFICATES_CHANGED } from "../changes/change-bits.ts";
import { changeBetween } from "../changes/product-change.ts";
import { lockCatalogue } from "../fields/field-counts.ts";
import { recordHistory } from "../history/record-history.ts";
import { openChangeTime } from "../writing/change-time.ts";
import "./tables.ts";
import { readUntold, untoldText } from "./untold.ts";

/**
 * Tells some products of a certificate that its dates have changed or have passed: each gets a history and an entry for followers (SPEC E12). Where it
 * stopped is committed along, so that any process can go on, and none is told twice. @returns how many, or more; 0 if none are left.
 */
export const tellProducts = command<{ readonly limit: number }, number>(
	"catalogue.tell_products",
	async (tx, { limit }, traits, beforeCommit) => {
		await lockCatalogue(tx, traits);
		const certificate = await tx
			.selectFrom("certificate")
			.select(["certificate_id", "untold"])
			.where("untold", "is not", null)
			.orderBy("certificate_id")
			.limit(1)
			.executeTakeFirst();
		if (!certificate?.untold) return 0;
		const { certificate_id } = certificate;
		const untold = readUntold(certificate.untold);
		const products = await productsOf(tx, certificate_id, untold.after, limit);
		const last = products.at(-1);
		const next = last && products.length === limit ? untoldText({ ...untold, after: last.barcode }) : null;
		await updateRows(tx, "certificate", { certificate_id }, { untold: next });
		if (!last) return 1;
		const time = await openChangeTime(tx, traits, beforeCommit);
		const recorded = products.map((before) => ({
			before,
			change: {
				...changeBetween(before.barcode, before, before, time.stampMs),
				changed: CERTIFICATES_CHANGED,
			},
			content: untold.before ?? undefined,
		}));
		if (untold.before) await recordHistory(tx, traits, untold.changeSet, recorded);
		await time.record(recorded.map(({ change }) => change));
		return products.length;
	},
);

function productsOf(tx: Tx, certificateId: string, after: string, limit: number) {
	return tx
		.selectFrom("product")
		.innerJoin("certificate_product", "certificate_product.barcode", "product.barcode")
		.selectAll("product")
		.where("certificate_product.certificate_id", "=", certificateId)
		.where("certificate_product.barcode", ">", after)
		.orderBy("certificate_product.barcode")
		.limit(limit)
		.execute();
}

/** Tells all products of what has changed, in short transactions. */
export async function tellAllProducts(db: Pick<Database, "read" | "write">): Promise<void> {
	const untold = db.read.selectFrom("certificate").select("certificate_id").where("untold", "is not", null);
	if (!(await untold.limit(1).executeTakeFirst())) return;
	await inBatches(BESIDE_A_SERVER, (limit) => tryAgainIfTooLong(() => db.write(tellProducts, { limit })));
}

/** Notices certificates that ended before a day, each once. */
export const noticeEnded = command<{ readonly today: string }, undefined>(
	"catalogue.notice_ended",
	async (tx, { today }, traits) => {
		await lockCatalogue(tx, traits);
		const untold = untoldText({ after: "", before: null, changeSet: null });
		await tx
			.updateTable("certificate")
			.set((is) => ({ passed: is.ref("valid_until"), untold }))
			.where("untold", "is", null)
			.where(endedUnnoticed(today))
			.execute();
		return undefined;
	},
);

/** Notices what ended by now, and tells its products. */
export async function noticeAllEnded(db: Pick<Database, "read" | "write">, nowMs: number): Promise<void> {
	await tellAllProducts(db);
	const today = isoTime(nowMs).slice(0, 10);
	const ended = db.read.selectFrom("certificate").select("certificate_id").where(endedUnnoticed(today));
	if (!(await ended.limit(1).executeTakeFirst())) return;
	await db.write(noticeEnded, { today });
	await tellAllProducts(db);
}

function endedUnnoticed(today: string) {
	return (is: ExpressionBuilder<Tables, "certificate">) =>
		is.and([
			is("valid_until", "<", today),
			is.or([is("passed", "is", null), is("passed", "<>", is.ref("valid_until"))]),
		]);
}
