import { availableParallelism, loadavg } from "node:os";

/**
 * How long a test waits for something to happen: 30 s, and longer on a machine that is busy with other things, by as much as it is overloaded,
 * since a busy machine is no failure.
 */
export const PATIENCE_MS = 30_000 * Math.max(1, Math.ceil((loadavg()[0] ?? 0) / availableParallelism()));

/** The same in the slow suites, which go on side by side, beside those of PostgreSQL, and wait for leases of twenty seconds. */
export const SLOW_PATIENCE_MS = 3 * PATIENCE_MS;
