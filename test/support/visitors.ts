import type { RouteBody } from "../../src/routes.ts";
import { newPerson } from "./portal.ts";
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

/** Decides as an administrator what the public pages say and show. */
export async function decide(packshot: TestService, body: RouteBody<"PATCH /admin/storefront">) {
	const administrator = await newPerson(packshot, { isAdministrator: true });
	const answer = await administrator.ask("PATCH /admin/storefront", { body });
	if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}
