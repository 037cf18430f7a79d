const DAY_MS = 86_400_000;

/** How long something can still be had: `27 days left`, `Last day`. */
export function daysLeft(expiresAt: string, nowMs: number): string {
	const days = Math.floor((Date.parse(expiresAt) - nowMs) / DAY_MS);
	if (days < 1) return "Last day";
	return days === 1 ? "1 day left" : `${days} days left`;
}
