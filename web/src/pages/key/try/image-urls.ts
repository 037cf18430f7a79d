/** A signed URL in an answer, and where it stands. */
export interface ReturnedImage {
	readonly variant: string;
	readonly url: string;
}

/** The signed URLs that an answer of `GET /products/{barcode}` holds. */
export function imagesIn(text: string): readonly ReturnedImage[] {
	const images = parsed(text)?.images;
	if (typeof images !== "object" || images === null) return [];
	return Object.entries(images).flatMap(([variant, url]) =>
		typeof url === "string" && /^https?:\/\//.test(url) ? [{ variant, url }] : [],
	);
}

function parsed(text: string): { readonly images?: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
