/** An original picture → a base file, its cells and a fingerprint. Needs sharp. */
export { fingerprint } from "./attribution/fingerprint.ts";
export { type Background, maxFileBytes, maxPixels, type Refusal } from "./preparation/inspect.ts";
export { normalisePicture, type Raster } from "./preparation/normalise.ts";
export { type OpenedPicture, openPicture } from "./preparation/open-picture.ts";
export { pixelCount } from "./preparation/picture-size.ts";
export { type PreparedPicture, preparePicture } from "./preparation/prepare-picture.ts";
export { minimumCells, type PreparedRaster, prepareRaster } from "./preparation/prepare-raster.ts";
export { encodePrepared, type PreparedBytes } from "./preparation/prepared.ts";
