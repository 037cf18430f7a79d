/** What an operator watches of pictures, counted since the process began: plain numbers, raised in place, which the metrics endpoint reads. */
export const pictureCounters = {
	/** Prepared pictures that lay in memory when they were asked for, and those that had to be read. */
	cacheHits: 0,
	cacheMisses: 0,
	/** Signed URLs that were used up, and uses that came too late for that. */
	urlsClaimed: 0,
	urlsRefused: 0,
};
