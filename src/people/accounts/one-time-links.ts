import type { FastifyRequest } from "fastify";
import { type Selectable, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { secretToken } from "../../platform/ids.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import { peopleErrors } from "../errors.ts";
import type { SignInParts } from "./sign-in.ts";
import "../members/tables.ts";
import "../tables.ts";

/** What a link is for: a token of one kind opens nothing of another. */
type LinkKind = "case link" | "email" | "invitation" | "reset" | "setup" | "sign-up";

/** The stored forms of a link's token. The token itself is the link's fragment, which is never sent to a server, so it appears in no log. */
export function linkHashes(
	kind: LinkKind,
	token: string,
	hashKeys: KeyPair,
): readonly [current: string, previous: string] {
	return storedHashes(`${kind} ${token}`, hashKeys);
}

/** A new token, and the form in which it is stored. */
export function newLinkToken(kind: LinkKind, hashKeys: KeyPair): { token: string; tokenHash: string } {
	const token = secretToken();
	return { token, tokenHash: linkHashes(kind, token, hashKeys)[0] };
}

/**
 * Finds what a token opens. An attempt is counted before anything is looked up, so that guesses are limited; the holder of a link that works is not guessing.
 * @throws HttpError 410 `link_invalid`, 429 `sign_in_rate_limit`
 */
export async function openLink<Found>(
	{ admitLink, secrets }: Pick<SignInParts, "admitLink" | "secrets">,
	request: FastifyRequest,
	{ kind, token }: { readonly kind: LinkKind; readonly token: string },
	find: (tokenHashes: readonly string[]) => Promise<Found | undefined>,
): Promise<{ found: Found; tokenHashes: readonly string[] }> {
	const attempt = await admitLink(request);
	const tokenHashes = linkHashes(kind, token, secrets.hashKeys);
	const found = await find(tokenHashes);
	if (found === undefined) throw peopleErrors.link_invalid();
	await attempt.uncount();
	return { found, tokenHashes };
}

/** Tables of links that work once, until they expire. */
type LinkTable = "account_invitation" | "email_link" | "password_reset" | "sign_up_link";

const works = (tokenHashes: readonly string[], nowMs: number) =>
	sql`token_hash in (${sql.join(tokenHashes)}) and used_at is null and expires_at > ${nowMs}`;

/** The row of a link; `undefined` when it no longer works. */
export async function findLink<T extends LinkTable>(
	tx: Tx,
	table: T,
	tokenHashes: readonly string[],
	nowMs: number,
): Promise<Selectable<Tables[T]> | undefined> {
	const { rows } = await sql<
		Selectable<Tables[T]>
	>`select * from ${sql.table(table)} where ${works(tokenHashes, nowMs)}`.execute(tx);
	return rows[0];
}

/** Uses a link up: of two concurrent uses one succeeds. @returns its row; `undefined` when it no longer works. */
export async function useUpLink<T extends LinkTable>(
	tx: Tx,
	table: T,
	tokenHashes: readonly string[],
	nowMs: number,
): Promise<Selectable<Tables[T]> | undefined> {
	const { rows } = await sql<
		Selectable<Tables[T]>
	>`update ${sql.table(table)} set used_at = ${nowMs} where ${works(tokenHashes, nowMs)} returning *`.execute(
		tx,
	);
	return rows[0];
}

/** Voids the links of an account in some tables. */
export async function voidLinks(
	tx: Tx,
	tables: readonly Exclude<LinkTable, "sign_up_link">[],
	accountId: string,
	nowMs: number,
): Promise<void> {
	for (const table of tables) {
		await sql`update ${sql.table(table)} set used_at = ${nowMs} where account_id = ${accountId} and used_at is null`.execute(
			tx,
		);
	}
}
