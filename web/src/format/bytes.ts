/** A size in the unit that needs no more than four digits: `640 KB`, `1.8 MB`. */
export function formatBytes(sizeBytes: number): string {
	if (sizeBytes < 1024) return `${sizeBytes} B`;
	if (sizeBytes < 1024 * 1024) return `${Math.round(sizeBytes / 1024)} KB`;
	return `${(sizeBytes / 1024 / 1024).toFixed(1)} MB`;
}
