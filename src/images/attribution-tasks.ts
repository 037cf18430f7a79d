import type { GlobalMark } from "@packshot/marking/deliver";
import type { ClientPage } from "./search/client-pages.ts";

/** A stored base that leaks are compared with. */
export interface ComparedBase {
	/** Names the prepared version, and with it the codewords. */
	readonly markId: string;
	/** Base and cells as they are stored. */
	readonly prepared: Uint8Array;
	/** The cells that were reserved when copies of it were delivered; absent: none. */
	readonly global?: GlobalMark | undefined;
}

/** Clients of whom nothing but their bits of some pictures is known. */
export interface ShownClients {
	readonly clientIds: readonly string[];
	/** By picture what each client's bits follow from (`codewordKey`). */
	readonly keys: Readonly<Record<string, readonly Uint8Array[]>>;
}

/** Leaks to compare with bases, and the clients to score. */
export interface AttributeTask {
	readonly leaks: readonly Uint8Array[];
	readonly bases: readonly ComparedBase[];
	readonly clients: readonly ClientPage[] | ShownClients;
}

/** What is drawn of one leak against one client. */
export interface DrawTask {
	readonly leak: Uint8Array;
	readonly prepared: Uint8Array;
	/** What the leak says about each cell. */
	readonly softness: Float32Array;
	/** The client's bits. */
	readonly codeword: Uint8Array;
}

/** A leak as pages show it. */
export interface ShownLeak {
	readonly format: string;
	/** Size in pixels, upright. */
	readonly width: number;
	readonly height: number;
	/** A WebP without anything that came with the file but its pixels. */
	readonly preview: Uint8Array;
}
