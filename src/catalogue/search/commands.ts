import { fillTexts } from "./fill-texts.ts";
import { addToPack, beginPack, closeBatch, dropUnusedPack, putPackToUse, unpack } from "./pack-store.ts";

/** The writes that maintain the search index, apart from those of the catalogue itself. */
export const searchCommands = [
	closeBatch,
	beginPack,
	addToPack,
	putPackToUse,
	dropUnusedPack,
	fillTexts,
	unpack,
];
