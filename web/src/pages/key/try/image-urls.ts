/** A signed URL in a response, and the picture behind it. */
export interface ReturnedImage {
	/** Undefined if the response does not name one. */
	readonly barcode: string | undefined;
	readonly variant: string;
	readonly url: string;
}

/** The signed URLs in a response: of one product, or of each in a list. */
export function imagesIn(text: string): readonly ReturnedImage[] {
	const answer = parsed(text);
	const products = Array.isArray(answer?.data) ? answer.data.filter(isObject) : [];
	return [answer, ...products].flatMap((product) => (product ? imagesOf(product) : []));
}

function imagesOf({ barcode, images }: Readonly<Record<string, unknown>>): readonly ReturnedImage[] {
	if (!isObject(images)) return [];
	return Object.entries(images).flatMap(([variant, url]) =>
		typeof url === "string" && /^https?:\/\//.test(url)
			? [{ barcode: typeof barcode === "string" ? barcode : undefined, variant, url }]
			: [],
	);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
