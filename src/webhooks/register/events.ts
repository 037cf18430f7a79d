import type { WebhookTable } from "../tables.ts";

/** The types of events that a webhook may get (SPEC E12). */
export const WEBHOOK_EVENTS = ["products.changed", "balance.low", "kosher.alert"] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** What a webhook gets whose client never said which. */
const DEFAULT_EVENTS: readonly WebhookEventName[] = ["products.changed", "balance.low"];

export function eventsOf({ events }: Pick<WebhookTable, "events">): readonly WebhookEventName[] {
	return events === null ? DEFAULT_EVENTS : JSON.parse(events);
}
