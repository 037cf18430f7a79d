import { LRUCache } from "lru-cache";

/**
 * An LRU cache with a maximum number of entries. With the library's own `max` option, memory for all of them would be allocated in advance: some
 * megabytes per cache, most of which a small installation never fills.
 */
export function createLruCache<V extends object>(most: number): LRUCache<string, V> {
	return new LRUCache<string, V>({ maxSize: most, sizeCalculation: () => 1 });
}
