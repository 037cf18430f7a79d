/** Plain numbers of this process, for monitoring. */
export const feedCounters = {
	/** Entries that were given to clients. */
	entries: 0,
	/** Requests that wait for a change at this moment. */
	held: 0,
	/** Cursors that could no longer be followed from. */
	expired: 0,
};
