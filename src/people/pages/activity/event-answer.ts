import { readNext } from "../../../pages/pagination.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import type { PortalEvent } from "./contract.ts";
import type { DescribedEvent, EventPosition, readEvents } from "./read.ts";
import { describeEvent } from "./words.ts";

/** A page of the log as returned by the API. */
export function eventsAnswer({ events, next }: Awaited<ReturnType<typeof readEvents>>) {
	return { data: events.map(eventAnswer), next: next && `${next.at}.${next.id}` };
}

/** @throws HttpError 400 for anything but a `next` of an earlier response. */
export function eventPositionOf(after: string | undefined): EventPosition | undefined {
	if (after === undefined) return undefined;
	const [at, id] = readNext(after, /^(\d{1,15})\.(\d{1,15})$/);
	return { at, id: Number(id) };
}

function eventAnswer(event: DescribedEvent): PortalEvent {
	const { what, changes } = describeEvent(event);
	return {
		event_id: event.id,
		at: isoTime(event.at),
		action: event.action,
		what,
		changes: [...changes],
		account_id: event.account_id,
		account_email: event.email,
		subject: event.subject,
		client_id: event.client_id,
		client_name: event.client_name,
		address: event.address,
		request_id: event.request_id,
	};
}
