import type { CaseDocument } from "./case-document.ts";

/** What a case file states and nothing in it can show to be true. */
export interface StatedFacts {
	/**
	 * Whether they decide which one-time keys and clients are disclosed, so that none of them can be altered while the commitments stay as they are. In the
	 * first format anybody who had the file can have altered them.
	 */
	readonly are_sealed: boolean;
	readonly made_at: string;
	/** The version of the program. */
	readonly packshot: string;
	/** Whether clients were left out cannot be seen. */
	readonly clients_scored: number;
	/** How many combinations of pictures the leaks were compared with: each adds to the probabilities. */
	readonly guesses: number;
	/** Members that its maker drew. */
	readonly drawings: readonly string[];
	readonly pictures: readonly {
		readonly member: string;
		readonly barcode: string;
		readonly variant: string;
		/** Pixels of the longer edge, null for the full size; absent in the first format. */
		readonly size_px?: number | null;
	}[];
	readonly leaks: readonly { readonly member: string; readonly name: string | null }[];
	readonly clients: readonly {
		readonly client_id: string;
		readonly client_name: string;
		readonly delivery_count: number;
		readonly deliveries: readonly {
			readonly at: string;
			readonly address: string | null;
			readonly request_id: string | null;
		}[];
	}[];
}

/** Sorts out of a case file what its maker alone vouches for. */
export function statedFacts(document: CaseDocument): StatedFacts {
	const { made_at, packshot, clients_scored, guesses, leaks, named } = document;
	return {
		are_sealed: document.format_version > 1,
		made_at,
		packshot,
		clients_scored,
		guesses,
		drawings: Object.keys(document.members).filter((name) => name.endsWith(".png")),
		pictures: document.pictures.map(({ member, barcode, variant, ...more }) => ({
			member,
			barcode,
			variant,
			...("size_px" in more ? { size_px: more.size_px } : {}),
		})),
		leaks: leaks.map(({ member, name }) => ({ member, name })),
		clients: named.map(({ client_id, client_name, delivery_count, deliveries }) => ({
			client_id,
			client_name,
			delivery_count,
			deliveries,
		})),
	};
}
