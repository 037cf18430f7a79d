import type { TestService } from "./service.ts";

/** What a visitor without an account is answered. */
export interface VisitorAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
}

/** Fetches a public address as a browser does, without following redirects. */
export async function visit(
	{ origin }: TestService,
	path: string,
	options: RequestInit = {},
): Promise<VisitorAnswer> {
	const answer = await fetch(origin + path, { redirect: "manual", ...options });
	return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Posts barcodes as the form does. */
export function paste(packshot: TestService, barcodes: string, headers: Record<string, string> = {}) {
	return visit(packshot, "/barcodes", {
		method: "POST",
		body: new URLSearchParams({ barcodes }).toString(),
		headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
	});
}

/** The barcodes of the product pages that a page links to. */
export function linkedProducts(text: string): string[] {
	return [...text.matchAll(/href="\/p\/(\d+)"/g)].map(([, barcode = ""]) => barcode);
}
