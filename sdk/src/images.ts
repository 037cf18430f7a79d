import { isBrowserPage } from "./browser.ts";
import { answered, type Call } from "./call.ts";
import { isPackshotError, PackshotError } from "./errors.ts";
import type { WireRequest } from "./exchange.ts";
import {
	type CallLimits,
	type CallOptions,
	type Connection,
	callLimits,
	type PictureOptions,
} from "./options.ts";
import { productPath } from "./paths.ts";
import type { Product, Variant } from "./product-types.ts";
import type { ResponseInfo } from "./response-info.ts";
import { sendWithRetries } from "./retries.ts";

/** A signed URL: valid for one download within 15 minutes, from the address that requested it. */
export interface SignedUrl {
	readonly url: string;
	readonly response: ResponseInfo;
}

export interface Picture {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** `image/jpeg` for `front` and `back`, `image/png` for the clean variants. */
	readonly contentType: string;
	/** Whether it carries the global watermark, visible or invisible; false if that is waived for the client. */
	readonly isWatermarked: boolean;
	/** Changes with the picture; absent from services of an earlier version. */
	readonly version: string | undefined;
	/** The response of the charged call, which returned the URL; for `fetch`, that of the picture itself. */
	readonly response: ResponseInfo;
}

/** Photographs. Each URL and each download is charged as one image; fetching from a URL that you already have is free. */
export interface Images {
	/**
	 * A fresh signed URL, from the redirect that an HTML image tag would follow. Not in browsers, which hide redirects from scripts:
	 * there `products.get` with `include: ["images"]` returns URLs at the same price.
	 */
	redirectUrl(barcode: string, variant: Variant, options?: PictureOptions): Promise<SignedUrl>;
	/** One photograph. Each download requests its own URL, because URLs work only once. */
	download(barcode: string, variant: Variant, options?: PictureOptions): Promise<Picture>;
	/** The photograph at a signed URL returned by `products.get` or `orders.products`. Free, because the URL was paid for; it works once. */
	fetch(url: string, options?: CallOptions): Promise<Picture>;
}

export function imagesApi(connection: Connection, call: Call): Images {
	return {
		async redirectUrl(barcode, variant, options) {
			if (isBrowserPage()) throw new TypeError("browsers hide redirects: use products.get");
			const path = `${productPath(barcode)}/image`;
			const query = { variant, size: options?.size };
			const { info, headers } = await call({ path, query, isBilled: true, expects: "redirect" }, options);
			return { url: new URL(headers.get("location") ?? "", connection.apiUrl).href, response: info };
		},
		async download(barcode, variant, options = {}) {
			const limits = callLimits(connection, options);
			const attempt = async () => {
				const totalTimeoutMs = limits.deadlineMs - connection.clock.now();
				const { url, response } = await freshUrl(call, barcode, variant, { ...options, totalTimeoutMs });
				try {
					return { ...(await fetchPicture(connection, url, limits)), response };
				} catch (error) {
					throw isPackshotError(error) ? Object.assign(error, { mayHaveBeenCharged: true }) : error;
				}
			};
			try {
				return await attempt();
			} catch (error) {
				const isUsedUp = isPackshotError(error, "signed_url_consumed", "signed_url_expired");
				if (isUsedUp && limits.retryLostBilledReads) return attempt();
				throw error;
			}
		},
		fetch: (url, options) => fetchPicture(connection, url, callLimits(connection, options)),
	};
}

/** Does not use the redirect, which browsers hide; the price is the same. */
async function freshUrl(
	call: Call,
	barcode: string,
	variant: Variant,
	options: PictureOptions,
): Promise<SignedUrl> {
	const query = { include: "images", variants: variant, size: options.size };
	const path = productPath(barcode);
	const { images, response } = await answered<Product>(call, { path, query, isBilled: true }, options);
	const url = images?.[variant];
	if (url) return { url, response };
	const message = `${response.request}: this product has no ${variant} picture`;
	throw new PackshotError({ code: "variant_not_available", message, response });
}

/** Retries the same URL while it may be unused, which is free. Its token is only in the URL. */
async function fetchPicture(connection: Connection, url: string, limits: CallLimits): Promise<Picture> {
	const request: WireRequest = {
		name: "GET /image",
		method: "GET",
		url,
		headers: { accept: "image/*" },
		isBilled: false,
		expects: "bytes",
	};
	const { bytes, headers, info } = await sendWithRetries(connection, request, limits);
	const length = headers.get("content-length");
	if (length !== null && Number(length) !== bytes.length) {
		const message = `GET /image: ${bytes.length} bytes came of ${length}`;
		throw new PackshotError({ code: "connection_failed", message, response: info });
	}
	return {
		bytes,
		contentType: headers.get("content-type") ?? "",
		isWatermarked: headers.get("x-watermarked") === "1",
		version: headers.get("x-picture-version") ?? undefined,
		response: info,
	};
}
