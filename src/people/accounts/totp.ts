import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const ISSUER = "Packshot";
const PERIOD_SECONDS = 30;
/** Tolerated clock drift of a phone, in steps of 30 seconds. */
const WINDOW = 1;
const RECOVERY_CODES = 10;

/** A new secret: 160 bits in base32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
	return new Secret({ size: 20 }).base32;
}

/** The `otpauth://` URI for a QR code. */
export function totpUri(secret: string, email: string): string {
	return totpOf(secret, email).toString();
}

/** The time step to which this code belongs; `undefined` if it matches none close to now (RFC 6238). */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
	const digits = code.replace(/[\s-]/g, "");
	if (!/^\d{6}$/.test(digits)) return undefined;
	const delta = totpOf(secret).validate({ token: digits, timestamp: nowMs, window: WINDOW });
	return delta === null ? undefined : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
}

/** Ten codes of 50 random bits, in display form. */
export function newRecoveryCodes(): string[] {
	const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
	return Array.from({ length: RECOVERY_CODES }, () => {
		const letters = [...randomBytes(10)].map((byte) => alphabet[byte & 31]).join("");
		return `${letters.slice(0, 5)}-${letters.slice(5)}`;
	});
}

/** A recovery code in the form that is hashed: without spaces and hyphens. `undefined` if it is malformed. */
export function normalRecoveryCode(text: string): string | undefined {
	const letters = text.toLowerCase().replace(/[\s-]/g, "");
	return /^[a-z2-9]{10}$/.test(letters) ? letters : undefined;
}

function totpOf(secret: string, label = ""): TOTP {
	return new TOTP({
		issuer: ISSUER,
		label,
		algorithm: "SHA1",
		digits: 6,
		period: PERIOD_SECONDS,
		secret: Secret.fromBase32(secret),
	});
}
