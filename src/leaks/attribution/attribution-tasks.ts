import type { HowRead, LeakMatch, Manners, MoreOfLeaks } from "@packshot/marking/attribute";
import type { GlobalMark } from "@packshot/marking/deliver";
import type { ClientPage } from "./client-pages.ts";

export interface ComparedBase {
	/** Identifies the prepared version, and thereby the codewords. */
	readonly markId: string;
	/** Base and cells as stored. */
	readonly prepared: Uint8Array;
	/** Bases of one photograph show the same, in other sizes or with another visible watermark; absent: not known. */
	readonly photograph?: string;
	/** The cells that were reserved when its copies were delivered; absent: none. */
	readonly global?: GlobalMark | undefined;
}

/** What the ids of all bases of one version have in common: they show the same photograph. */
export function photographOf(markId: string): string {
	return markId.split("/", 1)[0] ?? markId;
}

/** Clients of whom only the bits for some pictures are known. */
export interface ShownClients {
	readonly clientIds: readonly string[];
	/** For each picture, the keys from which the clients' bits are derived (`codewordKey`). */
	readonly keys: ReadonlyMap<string, readonly Uint8Array[]>;
}

/** A leak to describe, and in which manner it is looked for. */
export interface DescribeTask {
	readonly leak: Uint8Array;
	readonly manner: Manners;
}

/** A leak, and the bases that it may be copied from. */
export interface ReadTask extends HowRead {
	readonly leak: Uint8Array;
	readonly bases: readonly ComparedBase[];
}

/** What each leak reveals, and the clients to score. */
export interface AttributeTask extends MoreOfLeaks {
	readonly readings: readonly (readonly LeakMatch[])[];
	readonly clients: readonly ClientPage[] | ShownClients;
}

/** What to draw: one leak against one client. */
export interface DrawTask {
	readonly leak: Uint8Array;
	readonly prepared: Uint8Array;
	/** What the leak says about each cell (soft values). */
	readonly softness: Float32Array;
	/** The client's bits. */
	readonly codeword: Uint8Array;
}

/** A picture of a case to show smaller. */
export interface ReduceTask {
	readonly picture: Uint8Array;
	/** Pixels of the longer edge, at most. */
	readonly longestPx: number;
}

export interface ShownLeak {
	readonly format: string;
	/** Size in pixels, upright. */
	readonly width: number;
	readonly height: number;
	/** A WebP with nothing of the original file but its pixels. */
	readonly preview: Uint8Array;
}
