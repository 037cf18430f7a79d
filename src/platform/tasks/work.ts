import { type RegularWork, runRegularly } from "../retention.ts";

/** Work in the background of a server. */
export interface Work {
	/** What is logged when it fails. */
	readonly failed: string;
	/** @returns a function that stops it, and resolves once its current step has ended. */
	readonly begin: (onFault: (fault: unknown) => void) => () => Promise<void>;
}

/** Works that are done in small steps, each so often. */
export function regularWork(failed: string, works: readonly RegularWork[]): Work {
	return { failed, begin: (onFault) => runRegularly(works, onFault) };
}
