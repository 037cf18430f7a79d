import { fillMissingTexts } from "../catalogue/search/fill-texts.ts";
import { unpack } from "../catalogue/search/pack-store.ts";
import { packTexts } from "../catalogue/search/pack-texts.ts";
import { createOrderStore } from "../orders/contents/order-store.ts";
import { newImageIds } from "../pictures/store/copy-pictures.ts";
import { BESIDE_A_SERVER } from "../platform/db/pace.ts";
import { manualTimeMs } from "../platform/time/clock.ts";
import { commandLineActor } from "../portal/accounts/new-account.ts";
import { type MergeOutcome, mergeForms } from "../portal/catalogue/merge.ts";
import { type AddCommand, CommandFailure, examples } from "./command-line.ts";

export const addCatalogue: AddCommand = (program, line) => {
	const catalogue = program.command("catalogue").description("manage the catalogue: index, merge");
	addMerge(catalogue, line);
	catalogue
		.command("index")
		.description("rebuild the product search index; works while a server runs")
		.addHelpText(...examples("catalogue index"))
		.action(() =>
			line.withInstallation(async ({ db, clock }) => {
				await db.write(unpack, { nowMs: clock.now() });
				const products = await fillMissingTexts(db, BESIDE_A_SERVER);
				const packs = await packTexts({ db, clock }, BESIDE_A_SERVER);
				line.print({ products, packs }, [`indexed  ${products} products in ${packs} packs`]);
			}),
		);
};

const addMerge: AddCommand = (catalogue, line) => {
	catalogue
		.command("merge <keep> <other>")
		.description(
			"merge a product into the one with other leading zeros: it fills in what that one lacks, and is removed. If both were delivered, bought or traced, metadata alone moves",
		)
		.addHelpText(...examples("catalogue merge 0725272730706 725272730706"))
		.action((keep: string, other: string) =>
			line.withInstallation(async ({ db, blobs, clock }) => {
				const order = {
					...{ keep, other, nowMs: manualTimeMs(clock), imageIds: newImageIds(clock.now()) },
					uploadOffsetMinutes: line.config().images.uploadOffsetMinutes,
					actor: commandLineActor(clock.now()),
				};
				const outcome = await mergeForms({ db, orders: createOrderStore(db, blobs) }, order);
				const problem = problemOf(outcome.kind, keep, other);
				if (problem !== undefined) throw new CommandFailure(problem);
				const merged = outcome.kind === "merged" ? outcome : { removed: false, pictures: [] };
				const { removed, pictures } = merged;
				line.print({ keep, other, merged: outcome.kind === "merged", removed, pictures }, [
					wordsOf(outcome, keep, other),
				]);
			}),
		);
};

function problemOf(kind: MergeOutcome["kind"], keep: string, other: string): string | undefined {
	if (kind === "no_pair") return `${keep} and ${other} are not one GTIN with different leading zeros`;
	if (kind === "no_product") return `${keep} is not in the catalogue`;
	if (kind === "keep_other")
		return `only ${other} was delivered, bought or traced, so it has to stay: packshot catalogue merge ${other} ${keep}`;
	return undefined;
}

function wordsOf(outcome: MergeOutcome, keep: string, other: string): string {
	if (outcome.kind !== "merged") return `nothing to merge: ${keep} has everything`;
	const pictures = outcome.pictures.length > 0 ? `, with ${outcome.pictures.join(", ")}` : "";
	if (outcome.removed) return `merged ${other} into ${keep}${pictures}`;
	return `moved the metadata of ${other} to ${keep}; both were delivered, bought or traced, so both stay`;
}
