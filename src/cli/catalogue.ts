import { allStoredShort } from "../catalogue/barcodes/stored-short.ts";
import { correctBarcode, fillUpAll, takeBackAll } from "../catalogue/pages/editing/correct-barcode.ts";
import { type MergeOutcome, mergeForms } from "../catalogue/pages/editing/merge.ts";
import { fillMissingTexts } from "../catalogue/search/fill-texts.ts";
import { unpack } from "../catalogue/search/pack-store.ts";
import { packTexts } from "../catalogue/search/pack-texts.ts";
import { createOrderStore } from "../orders/contents/order-store.ts";
import { commandLineActor } from "../people/accounts/new-account.ts";
import { newImageIds } from "../pictures/store/copy-pictures.ts";
import type { RenamingOutcome } from "../pictures/store/rename.ts";
import { BESIDE_A_SERVER } from "../platform/db/pace.ts";
import { tryAgainIfTooLong } from "../platform/db/write-in-parts.ts";
import { type AddCommand, CommandFailure, examples, UsageFailure } from "./command-line.ts";

export const addCatalogue: AddCommand = (program, line) => {
	const catalogue = program
		.command("catalogue")
		.description("manage the catalogue: index, merge, fill-up, correct");
	addMerge(catalogue, line);
	addFillUp(catalogue, line);
	addCorrect(catalogue, line);
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
					keep,
					other,
					imageIds: newImageIds(clock.now()),
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

const addFillUp: AddCommand = (catalogue, line) => {
	catalogue
		.command("fill-up")
		.description(
			"give products back the leading zeros that a spreadsheet took from their barcodes: 105000011 becomes 000105000011. Their history, orders and deliveries stay with them",
		)
		.option("--undo <set>", "take back what was filled up together, by the number that was printed then")
		.addHelpText(...examples("catalogue fill-up", "catalogue fill-up --undo 17"))
		.action(({ undo }: { readonly undo?: string }) =>
			line.withInstallation(async ({ db, clock }) => {
				const correcting = { actor: commandLineActor(clock.now()) };
				if (undo !== undefined) {
					const { uploadOffsetMinutes } = line.config().images;
					const { undone, left } = await takeBackAll(db, {
						...correcting,
						uploadOffsetMinutes,
						changeSet: numberOf(undo),
					});
					line.print({ undone, left }, [`taken back  ${undone}${left > 0 ? `; ${left} cannot be` : ""}`]);
					return;
				}
				const barcodes = (await allStoredShort(db.scan)).map(({ barcode }) => barcode);
				const { changeSet, filled, left } = await fillUpAll(db, barcodes, { ...correcting, changeSet: null });
				line.print({ change_set: changeSet, filled: filled.length, left }, [
					`filled up  ${filled.length}${changeSet === null ? "" : `; \`packshot catalogue fill-up --undo ${changeSet}\` takes it back`}`,
					...left.map(
						(barcode) =>
							`left       ${barcode}: another product has its barcode in some form (merge these), or a removed one had it`,
					),
				]);
			}),
		);
};

function numberOf(text: string): number {
	if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageFailure(`--undo takes a number, not "${text}"`);
	return Number(text);
}

const addCorrect: AddCommand = (catalogue, line) => {
	catalogue
		.command("correct <barcode> <right>")
		.description("give a product its right barcode; its history, orders and deliveries stay with it")
		.addHelpText(...examples("catalogue correct 725272730707 725272730706"))
		.action((from: string, to: string) =>
			line.withInstallation(async ({ db, clock }) => {
				if (!/^[0-9]{4,14}$/.test(to)) throw new UsageFailure(`"${to}" is no barcode: 4 to 14 digits`);
				const order = { from, to, actor: commandLineActor(clock.now()) };
				const outcome = await tryAgainIfTooLong(() => db.write(correctBarcode, order));
				if (outcome.kind !== "renamed") throw new CommandFailure(hindrance(outcome, from, to));
				line.print({ barcode: to, former: from }, [`corrected ${from} to ${to}`]);
			}),
		);
};

function hindrance(outcome: RenamingOutcome, from: string, to: string): string {
	if (outcome.kind === "no_product") return `${from} is not in the catalogue`;
	if (outcome.kind === "other_form")
		return `the catalogue has this product as ${outcome.barcode}, too: packshot catalogue merge ${outcome.barcode} ${from}`;
	if (outcome.kind === "kept")
		return `a product that was removed had the barcode ${to}; its history and pictures are kept`;
	return `the catalogue has another product with the barcode ${to}`;
}

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
