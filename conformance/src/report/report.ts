import { escaped as withEntities } from "../../../src/platform/escaped.ts";
import type { Result } from "../run.ts";

/** The results of a run. */
export interface Report {
	readonly url: string;
	readonly startedAt: Date;
	readonly elapsedMs: number;
	readonly creditsSpent: number;
	readonly results: readonly Result[];
}

/** Escapes text for XML and HTML. Control characters are not allowed in XML, not even as character references. */
export function escaped(text: string): string {
	return withEntities(text.replace(/[^\P{Cc}\t\n]/gu, ""));
}
