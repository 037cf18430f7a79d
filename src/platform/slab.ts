/**
 * Short-lived items in numbered, reusable slots. A Map would keep the last ones alive: with such traffic it keeps reallocating its table, the old
 * table retains its content, and once that has been promoted, everything reachable from it is promoted with it. Holding requests in a Map cost a
 * quarter of the CPU in garbage collection.
 */
export interface Slab<T> {
	/** @returns the number of the slot. */
	put(thing: T): number;
	/** Empties a slot. @returns its item. */
	take(slot: number): T | undefined;
	/** Empties all slots. @returns their items. */
	takeAll(): T[];
	/** Number of slots in use. */
	count(): number;
	/** All items, in no order. */
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
