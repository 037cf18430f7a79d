import { checkMetadataFields } from "../../../imports/formats/metadata-line.ts";
import type { NotingParts } from "../../../orders/bought/note-orders.ts";
import { handlers } from "../../../pages/call.ts";
import { noPicture, noProduct } from "../../../pages/errors.ts";
import { emailsOf } from "../../../people/accounts/accounts.ts";
import { pictureErrors } from "../../../pictures/errors.ts";
import type { imageSettings } from "../../../pictures/settings.ts";
import { newImageIds } from "../../../pictures/store/copy-pictures.ts";
import { activeVersions, type RemovalOutcome } from "../../../pictures/store/remove.ts";
import type { UndoOutcome } from "../../../pictures/store/undo-changes.ts";
import type { Database } from "../../../platform/db/database.ts";
import { findRow } from "../../../platform/db/rows.ts";
import { tryAgainIfTooLong } from "../../../platform/db/write-in-parts.ts";
import { badRequest, commonErrors, type HttpError } from "../../../platform/http/http-error.ts";
import type { SettingsOf } from "../../../platform/settings.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { tellAllProducts } from "../../certificates/tell-products.ts";
import { readCertificates } from "../../certificates/write-certificates.ts";
import { changedNames } from "../../changes/change-bits.ts";
import { catalogueErrors } from "../../errors.ts";
import {
	beforeChanges,
	type ChangeOrigin,
	changesSince,
	historyOfProduct,
	latestChanges,
	type ReadChange,
} from "../../history/read-history.ts";
import { givenValues } from "../../history/values-before.ts";
import { barcodeHandlers } from "./barcode-handlers.ts";
import { editProduct, removeByHand, undoByHand } from "./changes.ts";
import { type CatalogueRow, catalogueRoutes } from "./contract.ts";
import type { CatalogueParts } from "./handlers.ts";
import {
	type HistoryStep,
	historySteps,
	namedContents,
	type ProductState,
	stateBefore,
} from "./history-steps.ts";
import { type MergeOutcome, mergeForms } from "./merge.ts";
import { productAnswer } from "./product-answer.ts";
import { catalogueRows } from "./rows.ts";

export interface EditParts extends CatalogueParts, NotingParts {
	readonly config: CatalogueParts["config"] & { readonly images: SettingsOf<typeof imageSettings> };
}

export function editHandlers(parts: EditParts) {
	return { ...editing(parts), ...history(parts), ...barcodeHandlers(parts) };
}

function editing(parts: EditParts) {
	const { db, config } = parts;
	const { uploadOffsetMinutes } = config.images;
	const answer = (barcode: string) => productAnswer(db, barcode, config.history);
	return handlers(catalogueRoutes)({
		async "PATCH /admin/catalogue/products/{barcode}"({ path: { barcode }, body, actor }) {
			requireBarcode(barcode);
			const { barcode: _, ...base } = requireFits(barcode, body.base);
			const change = requireFits(barcode, body.change);
			const unread = Object.keys(change).find((scope) => scope !== "barcode" && !Object.hasOwn(base, scope));
			if (unread !== undefined) throw badRequest(`base: ${unread} is missing.`);
			const order = { change, base, actor };
			const outcome = await tryAgainIfTooLong(() => db.write(editProduct, order));
			if (outcome === "no_product") throw noProduct();
			if (outcome === "stale") {
				throw catalogueErrors.product_changed({ details: { current: await answer(barcode) } });
			}
			return answer(barcode);
		},
		async "POST /admin/catalogue/merge"({ body: { keep, other }, actor }) {
			requireBarcode(keep);
			requireBarcode(other);
			const imageIds = newImageIds(actor.atMs);
			const order = { keep, other, imageIds, uploadOffsetMinutes, actor };
			return mergedAnswer(await mergeForms(parts, order));
		},
		async "POST /admin/catalogue/products/{barcode}/remove"({ path: { barcode }, body, actor }) {
			requireBarcode(barcode);
			requireTyped(barcode, body.confirm);
			const removal = { barcode, variant: null, uploadOffsetMinutes, actor };
			requireRemoved(await tryAgainIfTooLong(() => db.write(removeByHand, removal)));
			return answer(barcode);
		},
		async "POST /admin/catalogue/products/{barcode}/pictures/{variant}/remove"({ path, body, actor }) {
			const { barcode, variant } = path;
			requireBarcode(barcode);
			requireTyped(barcode, body.confirm);
			const removal = { barcode, variant, uploadOffsetMinutes, actor };
			requireRemoved(await tryAgainIfTooLong(() => db.write(removeByHand, removal)));
			return answer(barcode);
		},
		async "POST /admin/catalogue/changes/{change_id}/undo"({ path, actor }) {
			const order = { id: changeIdOf(path), uploadOffsetMinutes, actor };
			const { outcome, barcode } = await tryAgainIfTooLong(() => db.write(undoByHand, order));
			if (outcome.kind !== "undone") throw undoRefused(outcome);
			await tellAllProducts(db);
			return { barcode };
		},
	});
}

/** @throws HttpError if the products are no pair, or the one to keep cannot be kept. */
function mergedAnswer(outcome: MergeOutcome) {
	if (outcome.kind === "merged")
		return { is_merged: true, is_removed: outcome.removed, pictures: [...outcome.pictures] };
	if (outcome.kind === "no_pair") throw badRequest("keep and other: two forms of one GTIN.");
	if (outcome.kind === "no_product") throw noProduct();
	if (outcome.kind === "keep_other") throw catalogueErrors.product_changed();
	return { is_merged: false, is_removed: false, pictures: [] };
}

function history({ db }: EditParts) {
	return handlers(catalogueRoutes)({
		async "GET /admin/catalogue/products/{barcode}/history"({ path: { barcode }, query }) {
			const { after, limit = 50 } = query;
			const newer = after === undefined ? [] : await changesSince(db, barcode, after);
			const [row, pictures, undone, changes] = await Promise.all([
				findRow(db.read, "product", { barcode }),
				activeVersions(db.read, barcode),
				beforeChanges(db, newer),
				historyOfProduct(db, barcode, { before: after, limit: limit + 1 }),
			]);
			if (!row && changes.length + newer.length === 0) throw noProduct();
			const shownChanges = changes.slice(0, limit);
			const originOf = await describeOrigins(db, shownChanges);
			const named = await readCertificates(db.read, namedContents([...undone, ...shownChanges]));
			const now: ProductState = {
				values: row ? givenValues(row) : {},
				pictures,
				certificates: row?.certificates ? JSON.parse(row.certificates) : null,
				contents: Object.fromEntries(named.map((each) => [each.certificate_id, each])),
			};
			const then = undone.reduce((state, change) => stateBefore(change, state), now);
			const data = historySteps(shownChanges, then, newer).map((step) => ({
				...facts(step.change),
				source: originOf(step.change),
				...shown(step),
			}));
			return { data, next: changes.length > limit ? (data.at(-1)?.change_id ?? null) : null };
		},
		async "GET /admin/catalogue/changes"({ query }) {
			const { kind, after, limit = 50 } = query;
			const paging = { removedOnly: kind === "removed", before: after, limit: limit + 1 };
			const changes = await latestChanges(db, paging);
			const shown = changes.slice(0, limit);
			const barcodes = [...new Set(shown.map(({ barcode }) => barcode))];
			const [originOf, products] = await Promise.all([
				describeOrigins(db, shown),
				catalogueRows(db, barcodes),
			]);
			const productOf = new Map(products.map((product) => [product.barcode, product]));
			const data = shown.map((change) => ({
				...facts(change),
				...nameAndPicture(productOf.get(change.barcode)),
				source: originOf(change),
				changed: changedNames(change.changed),
				undoes: change.undoes === null ? null : Number(change.undoes),
			}));
			return { data, next: changes.length > limit ? (data.at(-1)?.change_id ?? null) : null };
		},
	});
}

function nameAndPicture({ name, brand, thumbnail }: Partial<CatalogueRow> = {}) {
	return { name: name ?? null, brand: brand ?? null, thumbnail: thumbnail ?? null };
}

function facts({ id, barcode, at, kind, values_before }: ReadChange) {
	return {
		change_id: Number(id),
		barcode,
		at: isoTime(Number(at)),
		kind: kind as "created" | "changed" | "removed" | "renamed",
		former_barcode: kind === "renamed" ? formerBarcode(values_before) : null,
	};
}

function formerBarcode(valuesBefore: string | null): string | null {
	const { barcode = null } = JSON.parse(valuesBefore ?? "{}") as { readonly barcode?: string };
	return barcode;
}

function shown({ change: { undoes }, fields, pictures, undo }: HistoryStep) {
	return {
		fields: [...fields],
		pictures: [...pictures],
		undo,
		undoes: undoes === null ? null : Number(undoes),
	};
}

/** @throws HttpError 422 that lists the invalid fields. */
function requireFits(barcode: string, scopes: object) {
	const checked = checkMetadataFields({ barcode, ...scopes });
	if ("change" in checked) return checked.change;
	const problems = checked.mismatches.map(({ key, reason }) => ({ field: key, message: reason }));
	throw catalogueErrors.field_invalid({ details: { problems } });
}

/** An invalid barcode cannot belong to any product. */
function requireBarcode(barcode: string): void {
	if (!/^[0-9]{4,14}$/.test(barcode)) throw noProduct();
}

/** An invalid id cannot belong to any change. */
function changeIdOf({ change_id }: { readonly change_id: unknown }): number {
	const id = Number(change_id);
	return Number.isSafeInteger(id) ? id : 0;
}

function requireTyped(barcode: string, confirm: string): void {
	if (confirm.trim() !== barcode) throw badRequest("confirm: the barcode has to be typed.");
}

function requireRemoved(outcome: RemovalOutcome): void {
	if (outcome === "no_variant") throw noPicture();
	if (outcome === "no_product") throw noProduct();
}

function undoRefused(outcome: Exclude<UndoOutcome, { kind: "undone" }>): HttpError {
	if (outcome.kind === "newer") {
		return catalogueErrors.newer_change({
			message: `A newer change, made at ${isoTime(outcome.atMs)}, depends on this one. Undo that one first.`,
		});
	}
	if (outcome.kind === "not_found") {
		return commonErrors.not_found({ message: "This change is no longer kept, so it cannot be undone." });
	}
	return { ...catalogueErrors, ...pictureErrors }[
		outcome.kind === "already_undone" ? "change_undone" : outcome.kind
	]();
}

/** Names of those who made changes; accounts are looked up once for all of them. */
async function describeOrigins(db: Database, changes: readonly ChangeOrigin[]) {
	const emails = await emailsOf(
		db.read,
		changes.map(({ account_id }) => account_id),
	);
	return ({ set_kind, account_id, by_name, batch, ownership }: ChangeOrigin) => {
		if (set_kind === null) return null;
		const account_email = account_id === null ? null : (emails.get(account_id) ?? account_id);
		return { kind: set_kind, account_email, by_name, batch, ownership };
	};
}
