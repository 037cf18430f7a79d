import type { AdminAlert } from "../api/routes.ts";

/** How far an alert is, as administrators see it. */
export function stateOf({ waits, is_under_way, published_at, outcome }: AdminAlert): string {
	if (waits) return published_at === null ? "Waits for approval" : "A change waits for approval";
	if (is_under_way) return published_at === null ? "Being published" : "Being changed";
	if (outcome === "mistaken") return "Ended: a mistake";
	return outcome === "settled" ? "Settled" : "Live";
}
