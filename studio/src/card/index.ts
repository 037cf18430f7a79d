export {
	type CardPicture,
	type Doubt,
	groupPictures,
	inOrderTaken,
	type PictureGroup,
} from "./group-pictures.ts";
export { lookAtPicture } from "./look-at-picture.ts";
export { type FoundBarcode, readBarcodes } from "./read-barcodes.ts";
export { withoutPlaces } from "./without-places.ts";
