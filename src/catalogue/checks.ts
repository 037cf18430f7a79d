import { type Check, listed } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import { allStoredShort } from "./barcodes/stored-short.ts";
import { checkChanges } from "./changes/check-changes.ts";
import { checkHistory } from "./history/check-history.ts";
import { allPairs } from "./pages/editing/pairs.ts";
import { checkTexts } from "./search/check-texts.ts";
import { checkKosher } from "./withholding/check-kosher.ts";

export const catalogueChecks: readonly Check[] = [
	{
		name: "sameGtin",
		/** Both products may be in use. */
		async examine({ db }) {
			const document = await allPairs(db.scan);
			const head = `${counted(document.length, "product")} with the GTIN of another one, in another form; \`packshot catalogue merge KEEP OTHER\` merges them:`;
			const lines = document.map(({ keep, other }) => `${keep} ${other}`);
			return { document, notes: document.length > 0 ? [listed(head, lines)] : [] };
		},
	},
	{
		name: "storedShort",
		/** Every full form of these barcodes finds them. */
		async examine({ db }) {
			const document = await allStoredShort(db.scan);
			const head = `${counted(document.length, "product")} stored without the leading zeros of its barcode, which a spreadsheet took; \`packshot catalogue fill-up\` gives them back:`;
			const lines = document.map(({ barcode, whole }) => `${barcode}, in full ${whole}`);
			return { document, notes: document.length > 0 ? [listed(head, lines)] : [] };
		},
	},
	{
		name: "changes",
		async examine({ db }) {
			const document = await checkChanges(db);
			return { document, fine: `${document.changes} without a gap`, faults: document.faults };
		},
	},
	{
		name: "history",
		async examine({ db }) {
			const document = await checkHistory(db);
			const fine = `${counted(document.changes, "change")} of products can be read`;
			return { document, fine, faults: document.faults };
		},
	},
	{
		name: "kosher",
		title: "certificates and alerts of products",
		async examine({ db }) {
			const document = await checkKosher(db);
			const { certificates, alerted, faults } = document;
			return {
				document,
				fine: `${counted(certificates, "certificate")}, ${counted(alerted, "product")} named by alerts`,
				faults,
			};
		},
	},
	{
		name: "found",
		title: "search for products",
		async examine({ db }) {
			const document = await checkTexts(db);
			const { products, packed, isFilled, faults } = document;
			const remedy = "rebuild the search index of products with `packshot catalogue index`";
			return {
				document,
				fine: `${products} that can be found, ${packed} of them packed`,
				faults: faults.length > 0 ? [...faults, remedy] : [],
				notes: isFilled
					? []
					: [["not all products of an earlier version can be found yet; a running server indexes them"]],
			};
		},
	},
];
