import type { Result } from "../run.ts";

/** The results of a run. */
export interface Report {
	readonly url: string;
	readonly startedAt: Date;
	readonly elapsedMs: number;
	readonly creditsSpent: number;
	readonly results: readonly Result[];
}

/** Escapes text for XML and HTML. */
export function escaped(text: string): string {
	const entities: Record<string, string> = {
		"&": "&amp;",
		"<": "&lt;",
		">": "&gt;",
		'"': "&quot;",
		"'": "&#39;",
	};
	// Control characters are not allowed in XML, not even as character references.
	return text.replace(/[^\P{Cc}\t\n]/gu, "").replace(/[&<>"']/g, (one) => entities[one] ?? one);
}
