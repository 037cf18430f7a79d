import type { Result } from "../run.ts";

/** What a run found. */
export interface Report {
	readonly url: string;
	readonly startedAt: Date;
	readonly elapsedMs: number;
	readonly creditsSpent: number;
	readonly results: readonly Result[];
}

/** For XML and HTML alike. */
export function escaped(text: string): string {
	const entities: Record<string, string> = {
		"&": "&amp;",
		"<": "&lt;",
		">": "&gt;",
		'"': "&quot;",
		"'": "&#39;",
	};
	// Control characters are not allowed in XML, not even as entities.
	return text.replace(/[^\P{Cc}\t\n]/gu, "").replace(/[&<>"']/g, (one) => entities[one] ?? one);
}
