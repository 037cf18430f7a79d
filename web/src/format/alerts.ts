import type { AdminAlert, HeldAlert } from "../api/routes.ts";

/** What kinds of alerts are called. */
export const KIND_WORDS: Readonly<Record<HeldAlert["kind"], string>> = {
	withdrawn: "Certification withdrawn",
	unauthorised: "Symbol used without certification",
	mislabelled: "Mislabelled",
	recalled: "Recalled",
	changed: "Kosher status changed",
	notice: "Notice",
};

/** What an alert is about, in a line. */
export function alertTitle({
	kind,
	symbol,
	designation,
}: Pick<HeldAlert, "kind" | "symbol" | "designation">): string {
	const about = [symbol, designation].filter(Boolean).join(" ");
	return about === "" ? KIND_WORDS[kind] : `${KIND_WORDS[kind]}: ${about}`;
}

/** How far an alert is, as administrators see it. */
export function stateOf({ waits, is_under_way, published_at, outcome }: AdminAlert): string {
	if (waits) return published_at === null ? "Waits for approval" : "A change waits for approval";
	if (is_under_way) return published_at === null ? "Being published" : "Being changed";
	if (outcome === "mistaken") return "Ended: a mistake";
	return outcome === "settled" ? "Settled" : "Live";
}
