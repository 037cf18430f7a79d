import { fillMissingTexts } from "../catalogue/search/fill-texts.ts";
import { unpack } from "../catalogue/search/pack-store.ts";
import { packTexts } from "../catalogue/search/pack-texts.ts";
import { BESIDE_A_SERVER } from "../platform/db/pace.ts";
import { addCatalogueMerge } from "./catalogue-merge.ts";
import { type AddCommand, examples } from "./command-line.ts";

export const addCatalogue: AddCommand = (program, line) => {
	const catalogue = program.command("catalogue").description("manage the catalogue: index, merge");
	addCatalogueMerge(catalogue, line);
	catalogue
		.command("index")
		.description("rebuild the product search index; works while a server runs")
		.addHelpText("after", examples("catalogue index"))
		.action(() =>
			line.withInstallation(async ({ db, clock }) => {
				await db.write(unpack, { nowMs: clock.now() });
				const products = await fillMissingTexts(db, BESIDE_A_SERVER);
				const packs = await packTexts({ db, clock }, BESIDE_A_SERVER);
				line.print({ products, packs }, [`indexed  ${products} products in ${packs} packs`]);
			}),
		);
};
