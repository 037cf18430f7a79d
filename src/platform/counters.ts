/**
 * Things that happen deep inside and that an operator watches, counted since the process began. Plain numbers, raised in place: counting costs
 * nothing next to what is counted. Whoever shows them reads them now and then.
 */
export const counters = {
	/** Prepared pictures that lay in memory when they were asked for, and those that had to be read. */
	pictureCacheHits: 0,
	pictureCacheMisses: 0,
	/** Signed URLs that were used up, and uses that came too late for that. */
	urlsClaimed: 0,
	urlsRefused: 0,
};
