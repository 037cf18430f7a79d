import { badRequest } from "./http/http-error.ts";
import { seal, unseal } from "./sealed.ts";
import type { KeyPair } from "./secrets.ts";

/** The kind of a cursor: a position in a listing, handed to callers encrypted so that it reveals nothing they may not see. */
export interface CursorKind {
	/** What the cursor pages through. A cursor made for one purpose is invalid for any other. */
	readonly purpose: string;
	/** Whatever else must be unchanged when the cursor is used, such as the caller and the filters. Absent if anybody may use it. */
	readonly boundTo?: readonly unknown[];
}

export interface CursorPlace {
	/** The epoch in which it was written (epoch.ts). */
	readonly epoch: string;
	/** The position, as it was passed to `writeCursor`. Positions that must not be distinguishable by length have to be written with equal length. */
	readonly place: string;
}

/** Encrypts a position (AES-256-GCM), bound to the cursor's kind. */
export function writeCursor(kind: CursorKind, { epoch, place }: CursorPlace, keys: KeyPair): string {
	return seal(`${epoch} ${place}`, contextOf(kind), keys);
}

/** Decrypts a cursor. @throws HttpError 400 if it is not a cursor of this kind from this installation. */
export function readCursor(kind: CursorKind, text: string, keys: KeyPair): CursorPlace {
	const opened = /^[\w-]{1,4000}$/.test(text) ? tryUnseal(text, contextOf(kind), keys) : undefined;
	const space = opened?.indexOf(" ") ?? -1;
	if (opened === undefined || space < 0) throw unfitCursor();
	return { epoch: opened.slice(0, space), place: opened.slice(space + 1) };
}

/** 400: the cursor was not issued for this call. */
export function unfitCursor() {
	return badRequest("cursor was not given for this call: pass one on as it came, with the same parameters.");
}

function tryUnseal(text: string, context: string, keys: KeyPair): string | undefined {
	try {
		return unseal(text, context, keys);
	} catch {
		return undefined;
	}
}

function contextOf({ purpose, boundTo = [] }: CursorKind): string {
	return JSON.stringify(["cursor", purpose, ...boundTo]);
}
