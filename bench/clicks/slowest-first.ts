import { median } from "../figure.ts";
import type { Click } from "./clicked-window.ts";

/** Times of a page over all rounds. */
export interface ClickedPage {
	readonly path: string;
	readonly middleMs: number;
	readonly longestMs: number;
}

/** The clicked pages, the one with the longest median time first. */
export function slowestFirst(clicks: readonly Click[]): ClickedPage[] {
	const times = new Map<string, number[]>();
	for (const { path, milliseconds } of clicks) times.set(path, [...(times.get(path) ?? []), milliseconds]);
	return [...times]
		.map(([path, all]) => ({ path, middleMs: median(all), longestMs: Math.max(...all) }))
		.sort((one, other) => other.middleMs - one.middleMs);
}
