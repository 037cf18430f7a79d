import { randomBase32 } from "../platform/ids.ts";

/** `ps_client_` and 20 lower-case base32 characters (SPEC D9). */
export function clientId(): string {
	return `ps_client_${randomBase32(20)}`;
}

export function isClientId(text: string): boolean {
	return /^ps_client_[a-z2-7]{20}$/.test(text);
}
