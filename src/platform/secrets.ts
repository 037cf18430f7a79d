import { createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { integerSetting, type SettingsOf, textSetting } from "./settings.ts";

export const secretSettings = {
	master: textSetting(
		"PACKSHOT_SECRET",
		undefined,
		"Master secret of at least 32 characters, from which the keys for tokens, URLs and stored hashes are derived; if unset, one is generated in PACKSHOT_DATA",
	),
	tokenGeneration: generation("PACKSHOT_TOKEN_KEY_GENERATION", "access tokens"),
	urlGeneration: generation("PACKSHOT_URL_KEY_GENERATION", "signed image URLs"),
	hashGeneration: generation("PACKSHOT_HASH_KEY_GENERATION", "stored hashes of API keys and refresh tokens"),
	sealGeneration: generation("PACKSHOT_SEAL_KEY_GENERATION", "secrets that are stored encrypted"),
	cursorGeneration: generation("PACKSHOT_CURSOR_KEY_GENERATION", "cursors"),
};

function generation(name: string, signs: string) {
	return integerSetting(
		name,
		1,
		{ min: 1, max: 1_000_000 },
		`Generation of the key for ${signs}; increment it to rotate the key`,
	);
}

/** A key and its predecessor, which is still accepted. The current one signs. */
export type KeyPair = readonly [current: Buffer, previous: Buffer];

/** The keys of the service, each derived from the master secret and rotated independently. */
export interface Secrets {
	readonly tokenKeys: KeyPair;
	readonly urlKeys: KeyPair;
	readonly hashKeys: KeyPair;
	/** For data that is stored encrypted because it has to be read again. */
	readonly sealKeys: KeyPair;
	/** For cursors, which callers hold but must not be able to read. */
	readonly cursorKeys: KeyPair;
}

/** The master secret is missing, too short or unreadable. */
export class SecretError extends Error {
	override readonly name = "SecretError";
}

/** Derives the service's keys (HKDF-SHA-256, RFC 5869). @param file where a generated master secret is kept (mode 0600) if the setting is unset. */
export function openSecrets(settings: SettingsOf<typeof secretSettings>, file: string): Secrets {
	const master = settings.master ?? loadMaster(file);
	if (master.length < 32) throw new SecretError("PACKSHOT_SECRET must have at least 32 characters");
	const pair = (purpose: string, current: number): KeyPair => [
		derive(master, purpose, current),
		derive(master, purpose, current - 1),
	];
	return {
		tokenKeys: pair("access token", settings.tokenGeneration),
		urlKeys: pair("signed url", settings.urlGeneration),
		hashKeys: pair("stored hash", settings.hashGeneration),
		sealKeys: pair("sealed secret", settings.sealGeneration),
		cursorKeys: pair("cursor", settings.cursorGeneration),
	};
}

/** HMAC-SHA-256 (RFC 2104) of a text, in base64url. */
export function textHmac(key: Uint8Array, text: string): string {
	return createHmac("sha256", key).update(text).digest("base64url");
}

/** Stored hash of a high-entropy secret, under each of the two keys; look up or compare with either. */
export function storedHashes(secret: string, keys: KeyPair): readonly [current: string, previous: string] {
	return [textHmac(keys[0], secret), textHmac(keys[1], secret)];
}

/** Compares two texts in constant time. */
export function sameSecret(left: string, right: string): boolean {
	const a = Buffer.from(left);
	const b = Buffer.from(right);
	return a.length === b.length && timingSafeEqual(a, b);
}

function derive(master: string, purpose: string, generationNumber: number): Buffer {
	return Buffer.from(hkdfSync("sha256", master, "packshot", `${purpose} ${generationNumber}`, 32));
}

function loadMaster(file: string): string {
	if (!existsSync(file)) createMaster(file);
	const master = readFileSync(file, "utf8").trim();
	if (master.length < 32) throw new SecretError(`${file} does not hold a master secret`);
	return master;
}

/**
 * The file appears with its content, so that neither a full disk nor a kill leaves an empty one behind. If two processes start at once, the first to
 * create it decides, and the other one reads it.
 */
function createMaster(file: string): void {
	mkdirSync(dirname(file), { recursive: true });
	const beside = `${file}-${randomUUID()}`;
	try {
		writeFileSync(beside, `${randomBytes(48).toString("base64url")}\n`, {
			flag: "wx",
			mode: 0o600,
			flush: true,
		});
		linkSync(beside, file);
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
	} finally {
		rmSync(beside, { force: true });
	}
}
