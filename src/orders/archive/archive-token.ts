import { type KeyPair, sameSecret, textHmac } from "../../platform/secrets.ts";

/** What an archive URL allows: fetching one order's archive, for its client, from one address, until it expires, once. */
export interface ArchiveGrant {
	readonly urlId: string;
	readonly expiresAtMs: number;
	readonly clientId: string;
	readonly orderId: string;
	/** The address to which it was issued, in canonical form. */
	readonly address: string;
	readonly names: PictureNames;
}

/** How the pictures of an archive are named: by barcode and variant, by the GS1 Product Image Specification, or as files for shops name them. */
export const PICTURE_NAMES = ["barcode", "gs1", "shop"] as const;
export type PictureNames = (typeof PICTURE_NAMES)[number];

/** Part of what is signed, so that the signature of a picture URL is not valid for an archive, nor vice versa. */
const PURPOSE = "archive.";

/** A token like that of a picture (SPEC 2.7), but with a purpose of its own. */
export function signArchive(grant: ArchiveGrant, keys: KeyPair): string {
	const { urlId, expiresAtMs, clientId, orderId, address, names } = grant;
	const parts = JSON.stringify([urlId, expiresAtMs, clientId, orderId, address, names]);
	const payload = Buffer.from(parts).toString("base64url");
	return `${payload}.${textHmac(keys[0], PURPOSE + payload)}`;
}

/** The grant of a token that this service signed for an archive; `undefined` for any other text. Does not check expiry or use. */
export function readArchiveToken(token: string, keys: KeyPair): ArchiveGrant | undefined {
	const [payload, signed, ...rest] = token.split(".");
	if (!payload || !signed || rest.length > 0) return undefined;
	if (!keys.some((key) => sameSecret(signed, textHmac(key, PURPOSE + payload)))) return undefined;
	// URLs issued by versions without picture naming have none.
	const [urlId, expiresAtMs, clientId, orderId, address, names = "barcode"] = JSON.parse(
		Buffer.from(payload, "base64url").toString("utf8"),
	);
	return { urlId, expiresAtMs, clientId, orderId, address, names };
}
