import { LRUCache } from "lru-cache";

/**
 * An LRU cache with a maximum number of entries. Given that number as its `max`, the library would allocate memory for all of them in
 * advance: some megabytes each, most of which a small installation never fills.
 */
export function createLruCache<V extends object>(most: number): LRUCache<string, V> {
	return new LRUCache<string, V>({ maxSize: most, sizeCalculation: () => 1 });
}
