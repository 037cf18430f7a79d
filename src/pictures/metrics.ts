/** Picture events counted since the process started: plain numbers, incremented in place, read by the metrics endpoint. */
export const pictureCounters = {
	/** Cache hits and misses for prepared pictures. */
	cacheHits: 0,
	cacheMisses: 0,
	/** Memory used by cached pictures: bases and marked files. */
	cachedBaseBytes: 0,
	cachedFileBytes: 0,
	/** Signed URLs that were consumed, and attempts to reuse one. */
	urlsClaimed: 0,
	urlsRefused: 0,
};
