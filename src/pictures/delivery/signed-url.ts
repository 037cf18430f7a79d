import { isVariant, type Variant } from "../../catalogue/fields/scopes.ts";

import { type KeyPair, sameSecret, textHmac } from "../../platform/secrets.ts";

/** What a signed URL allows: one picture, for one client, from one address, until it expires. */
export interface UrlGrant {
	readonly urlId: string;
	readonly expiresAtMs: number;
	readonly clientId: string;
	readonly barcode: string;
	readonly variant: Variant;
	/** The address to which it was issued, in canonical form. */
	readonly address: string;
	readonly multiUse: boolean;
	/** Pixels of the longer edge; null: the full size. */
	readonly sizePx: number | null;
}

/** The token of SPEC 2.7: a base64url payload, a dot, and its HMAC-SHA-256 in base64url. */
export function signUrl(grant: UrlGrant, keys: KeyPair): string {
	const fields = [
		grant.urlId,
		grant.expiresAtMs,
		grant.clientId,
		grant.barcode,
		grant.variant,
		grant.address,
		grant.multiUse ? 1 : 0,
		...(grant.sizePx === null ? [] : [grant.sizePx]),
	];
	const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
	return `${payload}.${textHmac(keys[0], payload)}`;
}

/** The grant of a token that this service signed; `undefined` for any other text. Does not check expiry or use. */
export function readSignedUrl(token: string, keys: KeyPair): UrlGrant | undefined {
	const [payload, signed, ...rest] = token.split(".");
	if (!payload || !signed || rest.length > 0) return undefined;
	if (!keys.some((key) => sameSecret(signed, textHmac(key, payload)))) return undefined;
	const fields = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
	const [urlId, expiresAtMs, clientId, barcode, variant, address, multiUse, sizePx = null] = fields;
	if (!isVariant(variant)) return undefined;
	return { urlId, expiresAtMs, clientId, barcode, variant, address, multiUse: multiUse === 1, sizePx };
}
