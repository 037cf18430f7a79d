import { createGenerationRead } from "../catalogue/stored/generation.ts";
import type { StorefrontChoices } from "./choices.ts";
import type { Site } from "./layout.ts";
import { createPages, type PagesParts, type StorefrontPages } from "./pages.ts";

export interface CurrentPagesParts extends Omit<PagesParts, "site" | "choice" | "readGeneration"> {
	readonly assets: Site["assets"];
	readonly readChoices: () => Promise<StorefrontChoices>;
}

interface Made {
	/** The choices, to compare. */
	readonly text: string;
	readonly pages: StorefrontPages;
}

/** The pages as the operator has last decided, in whichever process: a decision renews the catalogue's generation, as all changes of what is shown do. */
export function createCurrentPages({ assets, readChoices, ...parts }: CurrentPagesParts) {
	const readGeneration = createGenerationRead(parts.db);
	let known: { readonly generation: string; readonly made: Promise<Made> } | undefined;
	let site: Site = {
		name: "Packshot",
		contact: undefined,
		termsUrl: undefined,
		isIndexed: false,
		showsKosher: false,
		showsFacts: false,
		creditPrice: undefined,
		isSignUpOpen: false,
		assets,
	};

	async function make(earlier: Promise<Made> | undefined): Promise<Made> {
		const [choices, last] = await Promise.all([readChoices(), earlier?.catch(() => undefined)]);
		const text = JSON.stringify(choices);
		if (last?.text === text) return last;
		const { filter: choice, ...rest } = choices;
		site = { ...rest, assets };
		return { text, pages: createPages({ ...parts, site, choice, readGeneration }) };
	}
	return {
		async current(): Promise<StorefrontPages> {
			const generation = await readGeneration();
			if (known?.generation !== generation) known = { generation, made: make(known?.made) };
			const { made } = known;
			try {
				return (await made).pages;
			} catch (fault) {
				if (known.made === made) known = undefined;
				throw fault;
			}
		},
		/** For pages that say that something failed, perhaps the database: as last read. */
		lastSite: () => site,
	};
}
