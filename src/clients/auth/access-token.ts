import { createHmac } from "node:crypto";
import { type KeyPair, sameSecret } from "../../platform/secrets.ts";

export interface AccessClaims {
	readonly clientId: string;
	/** Unique id of the token, which identifies it when it is revoked. */
	readonly jti: string;
	readonly keyVersion: number;
	readonly issuedAtSeconds: number;
	readonly expiresAtSeconds: number;
}

/** The only header ever issued, and so the only one accepted: there is no choice of algorithm or key. */
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url");
const ISSUER = "packshot";

/** A JWT signed with HMAC-SHA-256 (RFC 7519, RFC 7515). */
export function signAccessToken(claims: AccessClaims, keys: KeyPair): string {
	const payload = Buffer.from(
		JSON.stringify({
			iss: ISSUER,
			sub: claims.clientId,
			jti: claims.jti,
			kv: claims.keyVersion,
			iat: claims.issuedAtSeconds,
			exp: claims.expiresAtSeconds,
		}),
	).toString("base64url");
	return `${HEADER}.${payload}.${signature(`${HEADER}.${payload}`, keys[0])}`;
}

/**
 * The claims of a token that this service signed; `undefined` for anything else. Compares against the text that would have been signed, so that other
 * encodings of the same bytes are rejected. Does not check expiry or revocation.
 */
export function readAccessToken(token: string, keys: KeyPair): AccessClaims | undefined {
	const [header, payload, signed, ...rest] = token.split(".");
	if (header !== HEADER || !payload || !signed || rest.length > 0) return undefined;
	const message = `${header}.${payload}`;
	if (!keys.some((key) => sameSecret(signed, signature(message, key)))) return undefined;
	const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as {
		sub: string;
		jti: string;
		kv: number;
		iat: number;
		exp: number;
	};
	return {
		clientId: claims.sub,
		jti: claims.jti,
		keyVersion: claims.kv,
		issuedAtSeconds: claims.iat,
		expiresAtSeconds: claims.exp,
	};
}

function signature(message: string, key: Buffer): string {
	return createHmac("sha256", key).update(message).digest("base64url");
}
