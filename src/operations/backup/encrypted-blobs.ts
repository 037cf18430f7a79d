import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { BackupError } from "./archive-format.ts";

/** Begins every encrypted blob: format and version. */
const MAGIC = Buffer.from("PSENC1\0\0", "latin1");
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A store whose blobs are encrypted (AES-256-GCM, NIST SP 800-38D, a random nonce each) with a key derived from a text. The blob's own key is
 * authenticated with it, so that none passes for another. Keys of blobs, and sizes, are not hidden.
 */
export function encryptedBlobs(store: BlobStore, text: string): BlobStore {
	const key = Buffer.from(hkdfSync("sha256", text, "packshot", "backup", 32));
	const get: BlobStore["get"] = async (name) => opened(name, Buffer.from(await store.get(name)), key);
	return {
		...store,
		put: (name, bytes) => store.put(name, sealed(name, bytes, key)),
		get,
		getStart: async (name, lengthBytes) => (await get(name)).subarray(0, lengthBytes),
	};
}

function sealed(name: string, bytes: Uint8Array, key: Buffer): Buffer {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
	return Buffer.concat([MAGIC, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

export const isEncrypted = (bytes: Uint8Array) => MAGIC.equals(bytes.subarray(0, MAGIC.length));

/** @throws BackupError for another key, and for bytes that were changed or are another blob's */
function opened(name: string, bytes: Buffer, key: Buffer): Buffer {
	const start = MAGIC.length + NONCE_BYTES;
	if (bytes.length < start + TAG_BYTES || !isEncrypted(bytes)) {
		throw new BackupError(`${name} is not encrypted: it was written without PACKSHOT_BACKUP_KEY`);
	}
	try {
		const decipher = createDecipheriv(CIPHER, key, bytes.subarray(MAGIC.length, start), {
			authTagLength: TAG_BYTES,
		})
			.setAAD(Buffer.from(name))
			.setAuthTag(bytes.subarray(-TAG_BYTES));
		return Buffer.concat([decipher.update(bytes.subarray(start, -TAG_BYTES)), decipher.final()]);
	} catch {
		throw new BackupError(`${name} does not open: PACKSHOT_BACKUP_KEY is another one, or it was changed`);
	}
}
