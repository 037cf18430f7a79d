/**
 * Events about pictures that operators watch, counted since the process started: plain numbers, incremented in place, read by the metrics
 * endpoint.
 */
export const pictureCounters = {
	/** Cache hits and misses of prepared pictures. */
	cacheHits: 0,
	cacheMisses: 0,
	/** Memory of the pictures that are cached: bases, and files that were marked. */
	cachedBaseBytes: 0,
	cachedFileBytes: 0,
	/** Signed URLs that were consumed, and attempts to use one again. */
	urlsClaimed: 0,
	urlsRefused: 0,
};
