const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** A number of bytes: `1 KB`, `246 KB`, `1.6 MB`, `19.2 GB`. */
export function formatSize(bytes: number): string {
	let amount = bytes / 1000;
	let unit = 0;
	while (amount >= 999.9 && unit < UNITS.length - 1) {
		amount /= 1000;
		unit++;
	}
	return `${unit === 0 ? Math.ceil(amount) : amount.toFixed(1)} ${UNITS[unit]}`;
}

/** A duration: `under a second`, `40 s`, `3 min`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
	const seconds = Math.round(ms / 1000);
	if (seconds < 1) return "under a second";
	if (seconds < 100) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
