export { type FoundBarcode, readBarcodes } from "./read-barcodes.ts";
