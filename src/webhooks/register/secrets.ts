import { seal, unseal } from "../../platform/sealed.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { WebhookTable } from "../tables.ts";

/** How long a replaced secret continues to sign beside its successor (SPEC E5). */
export const OVERLAP_MS = DAY_MS;
/** Setting a webhook over and over must not make the headers grow. */
const MOST_FORMER = 4;

interface FormerSecret {
	readonly sealed: string;
	readonly untilMs: number;
}

/** Encrypts a signing secret for storage, bound to its client. */
export function sealSecret(secret: string, clientId: string, keys: KeyPair): string {
	return seal(secret, contextOf(clientId), keys);
}

/** The secrets that currently sign, the newest first. @throws Error when one cannot be decrypted. */
export function signingSecrets(
	row: Pick<WebhookTable, "client_id" | "secret" | "former_secrets">,
	keys: KeyPair,
	nowMs: number,
): string[] {
	const former = formerSecrets(row.former_secrets, nowMs).map(({ sealed }) => sealed);
	return [row.secret, ...former].map((sealed) => unseal(sealed, contextOf(row.client_id), keys));
}

/** The value of `former_secrets` once another secret is set: those that still sign, newest first. */
export function formerSecretsAfter(
	row: Pick<WebhookTable, "secret" | "former_secrets">,
	nowMs: number,
): string {
	const newest = { sealed: row.secret, untilMs: nowMs + OVERLAP_MS };
	return JSON.stringify([newest, ...formerSecrets(row.former_secrets, nowMs)].slice(0, MOST_FORMER));
}

/** The stored secret re-encrypted under the current key if it was sealed under the previous one; `undefined` if it is up to date. */
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
