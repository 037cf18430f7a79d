import { claimUrls } from "./delivery/deliveries.ts";
import { changeRights } from "./pages/rights/changes.ts";
import { askOfPreparing, beginPreparing, resumePreparing, saveWatermark } from "./pages/watermark/changes.ts";
import { dropPacks, indexImages } from "./prints/index-pictures.ts";
import { claimRun, takeRun } from "./reprocessing/claims.ts";
import { blankAddresses } from "./retention.ts";
import { renewFileSizes } from "./rights/renew-file-sizes.ts";
import { addSizes } from "./store/missing-sizes.ts";
import { recordPlainSizes } from "./store/plain-sizes.ts";
import { remove } from "./store/remove.ts";
import { addImage } from "./store/store.ts";
import { undoChanges } from "./store/undo-changes.ts";

/** Every write of the pictures. */
export const pictureCommands = [
	addImage,
	addSizes,
	recordPlainSizes,
	renewFileSizes,
	indexImages,
	dropPacks,
	remove,
	undoChanges,
	claimUrls,
	blankAddresses,
	claimRun,
	takeRun,
	saveWatermark,
	changeRights,
	beginPreparing,
	askOfPreparing,
	resumePreparing,
];
