import { badRequest } from "./http/http-error.ts";
import { seal, unseal } from "./sealed.ts";
import type { KeyPair } from "./secrets.ts";

/** A place in something that is read piece by piece, as callers get it: encrypted, so that it says nothing of what they may not see. */
export interface CursorKind {
	/** What it leads through. A cursor of one purpose is none of another. */
	readonly purpose: string;
	/** What else has to be the same when it is used: the client, the filters. Absent where anybody may use it. */
	readonly boundTo?: readonly unknown[];
}

/** A cursor opened. */
export interface CursorPlace {
	/** The epoch in which it was written (epoch.ts). */
	readonly epoch: string;
	/** As it was written. Those that must not be told apart by their length are written with the same. */
	readonly place: string;
}

/** Writes a cursor: AES-256-GCM, bound to its purpose and whatever else it is bound to. */
export function writeCursor(kind: CursorKind, { epoch, place }: CursorPlace, keys: KeyPair): string {
	return seal(`${epoch} ${place}`, contextOf(kind), keys);
}

/** Opens a cursor. @throws HttpError 400 for what is no cursor of this installation and this kind. */
export function readCursor(kind: CursorKind, text: string, keys: KeyPair): CursorPlace {
	const opened = /^[\w-]{1,4000}$/.test(text) ? tryUnseal(text, contextOf(kind), keys) : undefined;
	const space = opened?.indexOf(" ") ?? -1;
	if (opened === undefined || space < 0) throw unfitCursor();
	return { epoch: opened.slice(0, space), place: opened.slice(space + 1) };
}

/** 400: a cursor that was not given for this call. */
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
