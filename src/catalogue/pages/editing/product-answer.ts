import { EVERY_READER, liveAlerts } from "../../../alerts/read.ts";
import { goneSince } from "../../../imports/batches/deliveries.ts";
import { noProduct } from "../../../pages/errors.ts";
import { readAdjustment } from "../../../pictures/store/adjustment.ts";
import { readNotes, verdictOf } from "../../../pictures/store/quality-notes.ts";
import type { ImageRow } from "../../../pictures/tables.ts";
import type { Database } from "../../../platform/db/database.ts";
import { findRow } from "../../../platform/db/rows.ts";
import type { SettingsOf } from "../../../platform/settings.ts";
import { isoTime, isoTimeOrNull } from "../../../platform/time/clock.ts";
import { hasWrongCheckDigit } from "../../barcodes/gtin.ts";
import { storedHechshers } from "../../certificates/links.ts";
import { hasKey } from "../../fields/masks.ts";
import { METADATA_SCOPES, PRODUCT_META_SCOPES, VARIANTS } from "../../fields/scopes.ts";
import type { historySettings } from "../../history/retention.ts";
import { givenValues } from "../../history/values-before.ts";
import type { ProductRow } from "../../tables.ts";
import { isWithheld } from "../../withholding/withheld.ts";
import type { CatalogueProduct } from "./product-contract.ts";
import { nameOf } from "./rows.ts";

/** Everything about a product; for a removed one, what its history needs. @throws HttpError 404 if there never was one. */
export async function productAnswer(
	db: Database,
	barcode: string,
	history: SettingsOf<typeof historySettings>,
): Promise<CatalogueProduct> {
	const row = await findRow(db.read, "product", { barcode });
	if (!row) await requireHistory(db, barcode);
	const { scanned_at: _, images: __, ...values } = row ? givenValues(row) : NO_VALUES;
	return {
		barcode,
		exists: row !== undefined,
		name: nameOf(row?.info ?? null),
		brand: row?.brand ?? null,
		wrong_check_digit: hasWrongCheckDigit(barcode),
		gone_since: isoTimeOrNull((await goneSince(db.read, barcode)) ?? null),
		values,
		scopes: row ? METADATA_SCOPES.filter((scope) => hasKey(row, scope)) : [],
		withheld: row ? await withheldOf(db, row) : [],
		pictures: row ? await picturesOf(db, barcode) : [],
		scanned_at: row?.scanned_at == null ? null : isoTime(Number(row.scanned_at)),
		updated_at: row?.updated_at == null ? null : isoTime(Number(row.updated_at)),
		history_days: history.days,
	};
}

const NO_VALUES = {
	...Object.fromEntries(PRODUCT_META_SCOPES.map((scope) => [scope, null])),
	scanned_at: 0,
	images: {},
};

async function requireHistory(db: Database, barcode: string): Promise<void> {
	const change = await db.read
		.selectFrom("product_history")
		.select("id")
		.where("barcode", "=", barcode)
		.limit(1)
		.executeTakeFirst();
	if (!change) throw noProduct();
}

async function withheldOf(db: Database, row: ProductRow): Promise<CatalogueProduct["withheld"]> {
	if (row.withheld === null) return [];
	const alerts = await liveAlerts(db.read, EVERY_READER, row.barcode);
	return storedHechshers(row).flatMap((hechsher, place) =>
		alerts.flatMap(({ alert_id, kind, symbol, designation, withholds }) =>
			withholds && symbol !== null && isWithheld([{ symbol, designation }], hechsher)
				? [{ place, alert_id, kind, symbol, designation }]
				: [],
		),
	);
}

async function picturesOf(db: Database, barcode: string): Promise<CatalogueProduct["pictures"]> {
	const rows = await db.read
		.selectFrom("image")
		.selectAll()
		.where("barcode", "=", barcode)
		.where("active", "=", 1)
		.execute();
	return VARIANTS.flatMap((variant) => {
		const row = rows.find((each) => each.variant === variant);
		return row ? [pictureAnswer(variant, row)] : [];
	});
}

function pictureAnswer(
	variant: CatalogueProduct["pictures"][number]["variant"],
	row: ImageRow,
): CatalogueProduct["pictures"][number] {
	return {
		variant,
		version: row.image_id,
		has_thumbnail: row.webp_thumbnail_blob !== null,
		width: row.width,
		height: row.height,
		size_bytes: Number(row.size_bytes),
		photo_date: row.photo_date,
		uploaded_at: isoTime(Number(row.uploaded_at)),
		ownership: row.ownership,
		uploaded_by: row.uploaded_by,
		source_batch: row.source_batch,
		...readAdjustment(row.adjustment),
		can_be_marked: row.markable === 1,
		verdict: verdictOf(readNotes(row.quality_notes ?? "")),
	};
}
