import { type KeyPair, sameSecret, storedHashes } from "../../platform/secrets.ts";
import { NOTICE_KINDS, type NoticeKind } from "./mail-choice.ts";

/** Whose mail, and of which kind, a link stops. */
export interface Unsubscription {
	readonly accountId: string;
	readonly kind: NoticeKind;
}

/** The signed token of an unsubscribe link: it opens nothing else, does not expire, and stays valid until the hash key was rotated twice. */
export function unsubscribeToken(what: Unsubscription, hashKeys: KeyPair): string {
	return `${what.kind}~${what.accountId}~${signatures(what, hashKeys)[0]}`;
}

/** @returns `undefined` when the signature is invalid. */
export function readUnsubscribeToken(token: string, hashKeys: KeyPair): Unsubscription | undefined {
	const [, name, accountId, signature] = /^(\w{1,20})~(\w{1,60})~([\w-]{43})$/.exec(token) ?? [];
	const kind = NOTICE_KINDS.find((each) => each === name);
	if (kind === undefined || accountId === undefined || signature === undefined) return undefined;
	const what = { kind, accountId };
	return signatures(what, hashKeys).some((known) => sameSecret(known, signature)) ? what : undefined;
}

/** The link below `base`: opening it shows a page with a button, and a POST to it stops the mail at once (RFC 8058). */
export function unsubscribeUrl(base: string, what: Unsubscription, hashKeys: KeyPair): string {
	return `${base}/unsubscribe/${unsubscribeToken(what, hashKeys)}`;
}

function signatures({ kind, accountId }: Unsubscription, hashKeys: KeyPair): readonly [string, string] {
	return storedHashes(`unsubscribe ${kind} ${accountId}`, hashKeys);
}
