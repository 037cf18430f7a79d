/** Plain numbers of this process, for monitoring. */
export const feedCounters = {
	/** Entries sent to clients. */
	entries: 0,
	/** Requests currently waiting for a change. */
	held: 0,
	/** Cursors that could no longer be followed from. */
	expired: 0,
};
