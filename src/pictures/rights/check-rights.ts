import type { Tx } from "../../platform/db/tx.ts";
import { areFileSizesRenewed } from "./renew-file-sizes.ts";
import { rightsProblem } from "./rights-problem.ts";
import { readRights } from "./saved-rights.ts";
import { DATA_MINING } from "./texts.ts";

/** What `doctor` reports about the packets of delivered pictures. */
export interface RightsCheck {
	/** Whether texts were ever set. */
	readonly isSaved: boolean;
	/** Whether all stored file sizes include the packet. */
	readonly isRenewed: boolean;
	readonly faults: readonly string[];
}

/** Checks that a packet can be made of the saved texts: without one, no picture can be delivered. */
export async function checkRights({ scan }: { readonly scan: Tx }): Promise<RightsCheck> {
	const { texts, revision } = await readRights(scan);
	const { data_mining } = texts;
	const isKnown = data_mining === null || DATA_MINING.includes(data_mining);
	return {
		isSaved: revision > 0,
		isRenewed: await areFileSizesRenewed(scan),
		faults: [rightsProblem(texts) ?? [], isKnown ? [] : `data_mining is ${data_mining}`].flat(),
	};
}
