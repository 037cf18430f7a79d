/** How long a test waits for something to happen: far longer than anything takes on a quiet machine, since a busy one is no failure. */
export const PATIENCE_MS = 300_000;
