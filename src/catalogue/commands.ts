import { setCertificates } from "./certificates/set-certificates.ts";
import { noticeEnded, tellProducts } from "./certificates/tell-products.ts";
import { trimChanges } from "./changes/retention.ts";
import { declareEmptyCatalogue } from "./fields/declaration.ts";
import { closeChangeSet, openChangeSet } from "./history/change-set.ts";
import { trimHistory } from "./history/retention.ts";
import { editProduct, noteViewing, removeByHand, savePicture, undoByHand } from "./pages/editing/changes.ts";
import { correctBarcode, fillUpBarcodes, takeBackCorrections } from "./pages/editing/correct-barcode.ts";
import { lookAtConflict } from "./pages/editing/look-at.ts";
import { mergeProducts } from "./pages/editing/merge.ts";
import { countRequests } from "./reading/counted-requests.ts";
import { fillTexts } from "./search/fill-texts.ts";
import {
	addToPack,
	beginPack,
	closeBatch,
	dropUnusedPack,
	putPackToUse,
	unpack,
} from "./search/pack-store.ts";
import { rewriteProducts } from "./stored/rewrite-products.ts";
import { applyAlert } from "./withholding/apply-alert.ts";
import { applyMetadata } from "./writing/apply-metadata.ts";

/** Every write of the catalogue. */
export const catalogueCommands = [
	countRequests,
	applyMetadata,
	tellProducts,
	noticeEnded,
	setCertificates,
	applyAlert,
	trimChanges,
	openChangeSet,
	closeChangeSet,
	trimHistory,
	declareEmptyCatalogue,
	rewriteProducts,
	editProduct,
	savePicture,
	removeByHand,
	mergeProducts,
	correctBarcode,
	fillUpBarcodes,
	takeBackCorrections,
	undoByHand,
	lookAtConflict,
	noteViewing,
	closeBatch,
	beginPack,
	addToPack,
	putPackToUse,
	dropUnusedPack,
	fillTexts,
	unpack,
];
