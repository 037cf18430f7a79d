import type { Variant } from "../../src/catalogue/fields/scopes.ts";
import type { Answer, TestClient, TestService } from "./service.ts";

/** Headers that make a request come from this address, if the service trusts 127.0.0.1 as a proxy. */
export function from(address: string): { headers: Record<string, string> } {
	return { headers: { "x-forwarded-for": address } };
}

/** Settings for a service that accepts the headers of `from`. */
export const TRUST_LOCAL_PROXY = { PACKSHOT_TRUSTED_PROXIES: "127.0.0.1" };

/** A fresh signed URL, issued to that address by the redirect endpoint. */
export async function signedUrl(
	packshot: TestService,
	client: TestClient,
	barcode: string,
	options: { variant?: Variant; address?: string } = {},
): Promise<string> {
	const { variant = "front", address } = options;
	const path = `/products/${barcode}/image?variant=${variant}`;
	const redirect = await packshot.call(path, { client, ...(address ? from(address) : {}) });
	const location = redirect.headers.get("location");
	if (redirect.status !== 302 || !location) throw new Error(`no URL: ${JSON.stringify(redirect.body)}`);
	return location;
}

/** Everything that the service stored about a signed URL: whether it was used, and what was delivered for it. */
export async function traceOf(packshot: TestService, url: string) {
	const [payload = ""] = new URL(url).pathname.split("/").at(-1)?.split(".") ?? [];
	const [urlId] = JSON.parse(Buffer.from(payload, "base64url").toString());
	const { read } = packshot.installation.db;
	const used = await read.selectFrom("used_url").selectAll().where("url_id", "=", urlId).execute();
	const delivered = await read.selectFrom("delivery").selectAll().where("url_id", "=", urlId).execute();
	return { used: used.length, delivered };
}

/** Status and error code, in a form that is easy to compare. */
export function outcome({ status, body }: Answer): string {
	return body?.error ? `${status} ${body.error}` : String(status);
}
