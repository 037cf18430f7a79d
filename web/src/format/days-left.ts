const DAY_MS = 86_400_000;

/** How long something remains available, including today: `27 days left`, `Last day`. */
export function daysLeft(expiresAt: string, nowMs: number): string {
	const days = Math.ceil((Date.parse(expiresAt) - nowMs) / DAY_MS);
	return days <= 1 ? "Last day" : `${days} days left`;
}
