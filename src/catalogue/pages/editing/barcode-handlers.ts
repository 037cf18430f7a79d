import { handlers } from "../../../pages/call.ts";
import { noProduct, requireFound } from "../../../pages/errors.ts";
import type { imageSettings } from "../../../pictures/settings.ts";
import type { RenamingOutcome } from "../../../pictures/store/rename.ts";
import type { Database } from "../../../platform/db/database.ts";
import { findRow } from "../../../platform/db/rows.ts";
import { tryAgainIfTooLong } from "../../../platform/db/write-in-parts.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import type { SettingsOf } from "../../../platform/settings.ts";
import { listStoredShort } from "../../barcodes/stored-short.ts";
import { catalogueErrors } from "../../errors.ts";
import { catalogueRoutes } from "./contract.ts";
import { correctBarcode, fillUpAll, takeBackAll } from "./correct-barcode.ts";

/** Products filled up by one request: a page asks until all are. */
const A_REQUEST = 200;

interface BarcodeParts {
	readonly db: Database;
	readonly config: { readonly images: SettingsOf<typeof imageSettings> };
}

/** Corrections of products' barcodes. */
export function barcodeHandlers({ db, config }: BarcodeParts) {
	const { uploadOffsetMinutes } = config.images;
	return handlers(catalogueRoutes)({
		async "POST /admin/catalogue/products/{barcode}/barcode"({ path, body, actor }) {
			const { barcode: from } = path;
			const to = body.barcode.trim();
			if (!/^[0-9]{4,14}$/.test(from)) throw noProduct();
			if (!/^[0-9]{4,14}$/.test(to) || to === from)
				throw badRequest("barcode: another one, of 4 to 14 digits.");
			const order = { from, to, actor };
			requireRenamed(await tryAgainIfTooLong(() => db.write(correctBarcode, order)), to);
			return { barcode: to };
		},
		async "POST /admin/catalogue/fill-up"({ body, actor }) {
			const { after = null, change_set } = body;
			const paging = { after: after ?? undefined, limit: A_REQUEST };
			const { products, next } = await listStoredShort(db.scan, paging);
			const barcodes = products.map(({ barcode }) => barcode);
			const correcting = { actor, changeSet: change_set ?? null };
			const { changeSet, filled, left } = await fillUpAll(db, barcodes, correcting);
			return { change_set: changeSet, filled: filled.length, left: [...left], next };
		},
		async "POST /admin/catalogue/fill-up/{change_set}/undo"({ path, actor }) {
			const { id: changeSet } = requireFound(
				await findRow(db.read, "change_set", { id: Number(path.change_set) }, ["id"]),
			);
			const order = { changeSet, actor, uploadOffsetMinutes };
			const { undone, left, hasMore } = await takeBackAll(db, order, A_REQUEST);
			return { undone, left, has_more: hasMore };
		},
	});
}

/** @throws HttpError that says what stands in the way */
function requireRenamed(outcome: RenamingOutcome, to: string): void {
	switch (outcome.kind) {
		case "renamed":
			return;
		case "no_product":
			throw noProduct();
		case "taken":
			throw catalogueErrors.barcode_taken({
				message: `The catalogue has another product with the barcode ${to}.`,
			});
		case "other_form":
			throw catalogueErrors.barcode_taken({
				message: `The catalogue has this product as ${outcome.barcode}, too: merge them in the work list.`,
			});
		case "kept":
			throw catalogueErrors.barcode_taken({
				message: `A product that was removed had the barcode ${to}. Its history and pictures are kept.`,
			});
	}
}
