/** How long a test waits for what is to happen: far above what anything takes on a quiet machine, since a busy one is no failure. */
export const PATIENCE_MS = 300_000;
