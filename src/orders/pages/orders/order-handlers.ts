import { Readable } from "node:stream";
import { creditsForJson } from "../../../api/credits.ts";
import type { FindProduct } from "../../../catalogue/stored/served-product.ts";
import { type Call, handlers } from "../../../pages/call.ts";
import { perMinute } from "../../../pages/per-minute.ts";
import type { createDelivery } from "../../../pictures/delivery/delivery.ts";
import type { IssueUrl } from "../../../pictures/delivery/issue-url.ts";
import { pictureErrors } from "../../../pictures/errors.ts";
import type { FindThumbnailVersions } from "../../../pictures/store/thumbnail-versions.ts";
import type { Database } from "../../../platform/db/database.ts";
import { commonErrors, HttpError } from "../../../platform/http/http-error.ts";
import type { QueryOf } from "../../../platform/http/route.ts";
import type { PageCursors } from "../../../platform/page-cursors.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { type IssueParts, issueArchive } from "../../archive/issue-archive.ts";
import { completingOrders } from "../../bought/completing-orders.ts";
import { boughtToday } from "../../contents/bought-today.ts";
import { expiredOfLines } from "../../contents/expired-lines.ts";
import { metadataFile, type NamePicture } from "../../contents/metadata-file.ts";
import { fileKind, isShop, type MetadataFormat } from "../../contents/metadata-formats.ts";
import type { OrderContent } from "../../contents/order-content.ts";
import type { OrderStore } from "../../contents/order-store.ts";
import { drawnOf, linesAnswer } from "../../contents/product-cards.ts";
import { NEW_PRODUCT_FORMATS } from "../../shop-files/formats.ts";
import { pictureBase, pictureFileName } from "../../shop-files/shop-product.ts";
import type { ClientOrderTable } from "../../tables.ts";
import { noteFetched } from "./changes.ts";
import { type OrderSummary, orderRoutes } from "./contract.ts";
import { requireActive, requireAddress } from "./own-key.ts";

export interface OrderHandlerParts extends IssueParts {
	readonly db: Database;
	readonly orders: OrderStore;
	readonly pageCursors: PageCursors;
	readonly findProduct: FindProduct;
	readonly findThumbnails: FindThumbnailVersions;
	readonly issueUrl: IssueUrl;
	readonly delivery: Pick<ReturnType<typeof createDelivery>, "version">;
}

type MetadataRoute = "GET /keys/{client_id}/orders/{order_id}/metadata";
type FetchRoute =
	| MetadataRoute
	| "POST /keys/{client_id}/orders/{order_id}/archive"
	| "POST /keys/{client_id}/orders/{order_id}/picture";

export function orderHandlers(parts: OrderHandlerParts) {
	return { ...readingOrders(parts), ...takingHome(parts) };
}

function readingOrders(parts: OrderHandlerParts) {
	const { db, orders, pageCursors } = parts;
	return handlers(orderRoutes)({
		async "GET /keys/{client_id}/orders"({ person, path, query, nowMs }) {
			const { clientId } = await requireActive(db, person, path.client_id, nowMs);
			const { cursor, per_page = 25 } = query;
			const kind = { purpose: "portal orders", boundTo: [clientId] };
			const before = await pageCursors.read(kind, cursor);
			const page = { ...(before === undefined ? {} : { before }), limit: per_page + 1 };
			const rows = await orders.list(clientId, nowMs, page);
			const last = rows.length > per_page ? rows[per_page - 1] : undefined;
			return {
				data: rows.slice(0, per_page).map(orderSummary),
				next_cursor: last ? await pageCursors.write(kind, last.order_id) : null,
			};
		},
		async "GET /keys/{client_id}/orders/{order_id}"({ person, path, nowMs }) {
			const client = await requireActive(db, person, path.client_id, nowMs);
			const order = await orders.find(client.clientId, path.order_id, nowMs);
			const content = await orders.content(order);
			const products = content.lines.flatMap((_, place) => content.bought(place)?.product ?? []);
			const lines = await linesAnswer(parts, client, content.lines, products);
			const expiredOf = await expiredOfLines(db, client, content.lines, nowMs);
			const expiredAt = (place: number) => {
				const { [place]: line } = content.lines;
				return line ? expiredOf(line) : [];
			};
			const completing = await completingOf(parts, order, content, nowMs);
			return {
				...orderSummary(order),
				...(await drawnOf(db, client, lines, order.size_px)),
				lines: lines.map((line, place) => ({ ...line, expired_hechshers: expiredAt(place) })),
				completed_by: completing.map(
					({ order: { order_id, name, created_at }, factsOf, hasMorePictures }) => ({
						order_id,
						name,
						bought_at: isoTime(created_at),
						facts_of: [...factsOf],
						has_more_pictures: hasMorePictures,
					}),
				),
			};
		},
	});
}

function completingOf(
	parts: OrderHandlerParts,
	order: ClientOrderTable,
	content: OrderContent,
	nowMs: number,
) {
	const found = content.lines.flatMap(({ barcode, found }) => (found ? [barcode] : []));
	return completingOrders(parts, order, found, nowMs);
}

/** A workbook of 1,000 products takes a third of a second of CPU time, and is free. */
const FILES_A_MINUTE = 20;

function takingHome(parts: OrderHandlerParts) {
	const { db, findProduct, issueUrl } = parts;
	const admitFile = perMinute(FILES_A_MINUTE);
	return handlers(orderRoutes)({
		async "GET /keys/{client_id}/orders/{order_id}/metadata"(call) {
			const { query, actor, reply, person, nowMs } = call;
			admitFile(person.account.account_id, nowMs);
			const { format } = query;
			const pictureBase = pictureBaseOf(query);
			const { client, order, content } = await fetchable(parts, call);
			const completing = query.with_other_orders ? await completingOf(parts, order, content, nowMs) : [];
			const nameOf = (of: ClientOrderTable) => pictureNaming(parts, of, nowMs);
			const others = await Promise.all(
				completing.map(async (each) => ({
					content: await parts.orders.content(each.order),
					nameOf: nameOf(each.order),
				})),
			);
			await db.write(noteFetched, {
				action: "order.metadata_fetched",
				orderId: order.order_id,
				clientId: order.client_id,
				detail: format,
				actor,
			});
			reply.header("content-disposition", `attachment; filename="${fileName(order.order_id, format)}"`);
			reply.type(fileKind(format).type);
			const wanted = { format, pictureBase, nameOf: nameOf(order), others };
			reply.send(Readable.from(metadataFile({ db, findProduct }, { client }, content, wanted)));
		},
		async "POST /keys/{client_id}/orders/{order_id}/archive"(call) {
			const { body, actor, request } = call;
			const { order } = await fetchable(parts, call);
			const { names = "barcode" } = body;
			const { url, expiresAtMs } = issueArchive(parts, request, order, names);
			const { order_id: orderId, client_id: clientId } = order;
			const event = { action: "order.archive_issued", orderId, clientId, detail: names } as const;
			await db.write(noteFetched, { ...event, actor });
			return { url, expires_at: isoTime(expiresAtMs) };
		},
		async "POST /keys/{client_id}/orders/{order_id}/picture"(call) {
			const { body, actor, request } = call;
			const { client, order, content } = await fetchable(parts, call);
			const { barcode, variant } = body;
			const place = content.lines.findIndex((line) => line.barcode === barcode);
			const line = await boughtToday({ db, findProduct }, { client }, content, {
				place,
				sizePx: order.size_px,
			});
			if (!line?.pictures?.includes(variant)) throw pictureErrors.variant_not_available();
			const url = issueUrl(request, client, {
				barcode: line.barcodeToday,
				variant,
				sizePx: order.size_px,
			});
			const event = {
				action: "order.picture_issued",
				orderId: order.order_id,
				clientId: order.client_id,
				detail: `${barcode} ${variant}`,
			} as const;
			await db.write(noteFetched, { ...event, actor });
			return { url, expires_at: null };
		},
	});
}

/** Names pictures of an order as its archive for shops does. */
function pictureNaming(
	{ delivery }: OrderHandlerParts,
	{ client_id: clientId, size_px: sizePx }: ClientOrderTable,
	nowMs: number,
): NamePicture {
	return async ({ line, barcodeToday: barcode }, variant) => {
		try {
			const version = await delivery.version({ clientId, barcode, variant, sizePx }, nowMs);
			return pictureFileName(line.barcode, variant, version);
		} catch (error) {
			if (error instanceof HttpError && error.code === "variant_not_available") return undefined;
			throw error;
		}
	};
}

function fileName(orderId: string, format: MetadataFormat): string {
	return `${orderId}${isShop(format) ? `-${format}` : ""}.${fileKind(format).end}`;
}

/** Where a shop will serve the pictures. @throws HttpError 400 where it needs that and does not get it. */
function pictureBaseOf({
	format,
	image_base_url: given,
}: QueryOf<(typeof orderRoutes)[MetadataRoute]>): string | undefined {
	if (!isShop(format)) return undefined;
	const base = given ? pictureBase(given) : undefined;
	if (given && !/^https?:/.test(base ?? ""))
		throw commonErrors.bad_request({
			message: `image_base_url: "${given}" is no URL that begins with https://.`,
		});
	if (base === undefined && NEW_PRODUCT_FORMATS[format].needsImageUrls)
		throw commonErrors.bad_request({
			message: `image_base_url: ${format} needs the address at which your shop will serve the pictures.`,
		});
	return base;
}

/** An order of a key that may be used from this address, and its content. */
async function fetchable(
	{ db, orders }: OrderHandlerParts,
	{
		person,
		path,
		nowMs,
		request,
	}: Pick<Call<(typeof orderRoutes)[FetchRoute]>, "person" | "path" | "nowMs" | "request">,
) {
	const client = await requireActive(db, person, path.client_id, nowMs);
	requireAddress(client, request);
	const order = await orders.find(client.clientId, path.order_id, nowMs);
	return { client, order, content: await orders.content(order) };
}

/** An order without its lines. */
export function orderSummary(order: ClientOrderTable): OrderSummary {
	return {
		order_id: order.order_id,
		created_at: isoTime(order.created_at),
		expires_at: isoTime(order.expires_at),
		name: order.name,
		credits: creditsForJson(order.units),
		size: order.size_px,
		line_count: order.lines,
		found_count: order.lines_found,
	};
}
