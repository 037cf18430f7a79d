/** What kinds of alerts are called where people read them: in the pages, in mail and on public pages. */
export const ALERT_KINDS = {
	withdrawn: "Certification withdrawn",
	unauthorised: "Symbol used without certification",
	mislabelled: "Mislabelled",
	recalled: "Recalled",
	changed: "Kosher status changed",
	notice: "Notice",
} as const;

interface About {
	readonly kind: keyof typeof ALERT_KINDS;
	readonly symbol: string | null;
	readonly designation: string | null;
}

/** What an alert is about, in a few words. */
export function alertTitle({ kind, symbol, designation }: About): string {
	const title = ALERT_KINDS[kind];
	return symbol ? `${title}: ${[symbol, designation].filter(Boolean).join(" ")}` : title;
}
