import { seal, unseal } from "../platform/sealed.ts";
import type { KeyPair } from "../platform/secrets.ts";
import type { WebhookTable } from "./tables.ts";

/** For so long a secret goes on signing beside the one that took its place (SPEC E5). */
export const OVERLAP_MS = 24 * 3_600_000;
/** Whoever sets a webhook again and again gets no longer headers by it. */
const MOST_FORMER = 4;

interface FormerSecret {
	readonly sealed: string;
	readonly untilMs: number;
}

/** Encrypts a signing secret for storage, bound to its client. */
export function sealSecret(secret: string, clientId: string, keys: KeyPair): string {
	return seal(secret, contextOf(clientId), keys);
}

/** The secrets that sign at this moment, the current one first. @throws Error when one does not open. */
export function signingSecrets(
	row: Pick<WebhookTable, "client_id" | "secret" | "former_secrets">,
	keys: KeyPair,
	nowMs: number,
): string[] {
	const former = formerSecrets(row.former_secrets, nowMs).map(({ sealed }) => sealed);
	return [row.secret, ...former].map((sealed) => unseal(sealed, contextOf(row.client_id), keys));
}

/** The column `former_secrets` once another secret is set: those that still sign, the newest first. */
export function formerSecretsAfter(
	row: Pick<WebhookTable, "secret" | "former_secrets">,
	nowMs: number,
): string {
	const newest = { sealed: row.secret, untilMs: nowMs + OVERLAP_MS };
	return JSON.stringify([newest, ...formerSecrets(row.former_secrets, nowMs)].slice(0, MOST_FORMER));
}

/** The stored secret under the current key where it was sealed under the one before; `undefined` where it is already. */
export function resealed(
	{ client_id, secret }: Pick<WebhookTable, "client_id" | "secret">,
	keys: KeyPair,
): string | undefined {
	const [current, previous] = keys;
	try {
		unseal(secret, contextOf(client_id), [current, current]);
		return undefined;
	} catch {
		return sealSecret(unseal(secret, contextOf(client_id), [previous, previous]), client_id, keys);
	}
}

function formerSecrets(column: string, nowMs: number): FormerSecret[] {
	return (JSON.parse(column) as FormerSecret[]).filter(({ untilMs }) => untilMs > nowMs);
}

function contextOf(clientId: string): string {
	return `webhook ${clientId}`;
}
