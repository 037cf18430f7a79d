import { isClientId } from "../api/client-id.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";

/** The actor of an event, and their address. */
export interface Actor {
	/** Null for the command line. */
	readonly accountId: string | null;
	readonly address: string | null;
	readonly requestId: string;
	readonly atMs: number;
}

/** The actions that are recorded; each room declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared beside their words.
export interface RecordedActions {}
export type EventAction = keyof RecordedActions;

/** Values before and after, by the name of what was changed. */
export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** What differs between two states of something. Values that are missing afterwards were left as they were. */
export function changesBetween(before: object, after: object): Changes {
	const was = new Map<string, unknown>(Object.entries(before));
	return Object.fromEntries(
		Object.entries(after)
			.filter(([name, value]) => value !== undefined && !isSame(was.get(name), value))
			.map(([name, value]) => [name, [was.get(name), value] as const]),
	);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Records an event in the transaction of the change it describes.
 * @param detail an object is recorded as JSON
 * @param clientId the key concerned, if the subject is something else
 */
export async function recordEvent(
	tx: Tx,
	actor: Actor,
	action: EventAction,
	subject: string,
	detail: string | object | null = null,
	clientId: string | null = isClientId(subject) ? subject : null,
): Promise<void> {
	await insertRow(tx, "portal_event", {
		at: actor.atMs,
		account_id: actor.accountId,
		action,
		subject,
		client_id: clientId,
		detail: typeof detail === "object" && detail !== null ? JSON.stringify(detail) : detail,
		address: actor.address,
		request_id: actor.requestId,
	});
}
