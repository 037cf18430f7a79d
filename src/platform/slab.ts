/**
 * Things that come and go quickly, each in a numbered slot that is used again. A Map would keep the last ones alive: whenever one of
 * such traffic makes itself a new table, the old one is left behind with all that was in it, and once that has grown old, everything it
 * leads to grows old with it. Requests held in a Map took a quarter of the processor to collect.
 */
export interface Slab<T> {
	/** @returns the slot's number. */
	put(thing: T): number;
	/** Empties a slot. @returns what was in it. */
	take(slot: number): T | undefined;
	/** Empties all slots. @returns what was in them. */
	takeAll(): T[];
	/** How many are taken. */
	count(): number;
	/** All that is there, in no order. */
	all(): T[];
}

export function slab<T>(): Slab<T> {
	const things: (T | undefined)[] = [];
	const free: number[] = [];
	const all = () => things.filter((thing) => thing !== undefined);
	return {
		put(thing) {
			const slot = free.pop() ?? things.length;
			things[slot] = thing;
			return slot;
		},
		take(slot) {
			const thing = things[slot];
			if (thing === undefined) return undefined;
			things[slot] = undefined;
			free.push(slot);
			return thing;
		},
		takeAll() {
			const taken = all();
			things.length = 0;
			free.length = 0;
			return taken;
		},
		count: () => things.length - free.length,
		all,
	};
}
