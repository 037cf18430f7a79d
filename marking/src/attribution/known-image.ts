import type { FlipList } from "../marks/flip-list.ts";
import type { GlobalMark } from "../marks/global-mark.ts";

/** A prepared version of a catalogue picture that the leak may come from. */
export interface KnownImage {
	readonly imageId: string;
	readonly base: Uint8Array;
	readonly flips: FlipList;
	/** The cells that were reserved in delivered copies of it; absent if none were. */
	readonly global?: GlobalMark;
	/** Images of one photograph show exactly the same, in other sizes or with another visible mark: where one is found, all are. Absent: its own. */
	readonly photograph?: string;
}
