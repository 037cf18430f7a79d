import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { KeyPair } from "./secrets.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a short secret for storage (AES-256-GCM, NIST SP 800-38D): nonce, ciphertext and tag in base64url.
 * @param context what the secret belongs to: a secret sealed for one account cannot be opened for another.
 */
export function seal(secret: string, context: string, keys: KeyPair): string {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, keys[0], nonce).setAAD(Buffer.from(context));
	const sealed = [nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
	return Buffer.concat(sealed).toString("base64url");
}

/** Decrypts a secret sealed with the current or the previous key. @throws Error if neither fits or the text was altered. */
export function unseal(sealed: string, context: string, keys: KeyPair): string {
	const bytes = Buffer.from(sealed, "base64url");
	for (const key of keys) {
		try {
			return open(bytes, context, key);
		} catch {
			// It may have been sealed with the other key.
		}
	}
	throw new Error("a stored secret does not open: was the master secret changed?");
}

function open(bytes: Buffer, context: string, key: Buffer): string {
	const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
		.setAAD(Buffer.from(context))
		.setAuthTag(bytes.subarray(-TAG_BYTES));
	return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
