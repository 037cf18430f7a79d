import { LRUCache } from "lru-cache";

/**
 * Keeps what was used last, at most so many. Told a number instead of a size, the cache would set aside memory for all of them at once:
 * some megabytes each, most of which a small shop never fills.
 */
export function recentlyUsed<V extends object>(most: number): LRUCache<string, V> {
	return new LRUCache<string, V>({ maxSize: most, sizeCalculation: () => 1 });
}
