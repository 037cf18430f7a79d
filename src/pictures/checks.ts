import { type Check, type Finding, listed } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import { checkIndex } from "./prints/check-index.ts";
import { checkRights } from "./rights/check-rights.ts";
import { checkPictures } from "./store/check-pictures.ts";
import { listNotedPictures, type NotedPictures } from "./store/flagged-pictures.ts";
import { countedNotes, notesInWords } from "./store/quality-notes.ts";
import { checkWatermark } from "./style/check-watermark.ts";

export const pictureChecks: readonly Check[] = [
	{
		name: "pictures",
		async examine({ db, blobs, read, blobPrefixes: except }) {
			const document = await checkPictures({ db, blobs }, { read, except });
			const { pictures, faults, unnamedBlobs } = document;
			return {
				document,
				fine: `${pictures} with all their files${read ? ", each unchanged" : ""}`,
				faults: faults.map(
					({ barcode, variant, blob, problem }) => `${barcode} ${variant}: ${blob}: ${problem}`,
				),
				notes:
					unnamedBlobs > 0 ? [[`${unnamedBlobs} stored files belong to no picture; they are harmless`]] : [],
			};
		},
	},
	{
		name: "quality",
		examine: async ({ db }) => notedFinding(await listNotedPictures(db)),
	},
	{
		name: "search",
		title: "search for leaks",
		async examine({ db }) {
			const document = await checkIndex(db);
			const { indexed, waiting, faults } = document;
			const remedy = "rebuild the search index of pictures with `packshot images index`";
			const left = `not in the search index yet: ${counted(waiting, "picture")}; the next trace adds them`;
			return {
				document,
				fine: `${counted(indexed, "picture")} in the index`,
				faults: faults.length > 0 ? [...faults, remedy] : [],
				notes: waiting > 0 ? [[left]] : [],
			};
		},
	},
	{
		name: "watermark",
		async examine({ db }) {
			const document = await checkWatermark(db);
			const fine = document.isSaved ? "the saved style can be drawn" : "no style is saved";
			return { document, fine, faults: document.faults };
		},
	},
	{
		name: "rights",
		async examine({ db }) {
			const document = await checkRights(db);
			const { isSaved, isRenewed, faults } = document;
			const left =
				"not all file sizes of an earlier version include the packet about rights yet; a running server renews them";
			return {
				document,
				fine: isSaved ? "the saved texts fit into a packet" : "no texts are saved",
				faults,
				notes: isRenewed ? [] : [[left]],
			};
		},
	},
];

/** A note is not a fault. */
export function notedFinding(document: NotedPictures): Finding {
	const { noted, unseen } = document;
	const head = `${counted(noted.length, "picture")} to look at: ${countedNotes(noted)}`;
	const lines = noted.map(({ barcode, variant, notes }) => `${barcode} ${variant}: ${notesInWords(notes)}`);
	const unchecked = `the quality of ${counted(unseen, "picture")} has not been checked; run \`packshot images prepare\``;
	return {
		document,
		notes: [
			...(noted.length > 0 ? [listed(head, lines)] : []),
			...(unseen > 0 ? [[unchecked] as const] : []),
		],
	};
}
