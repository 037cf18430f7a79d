/** `@packshot/sdk/shops`: the functions of which `packshot-pull` consists, for programs in Node.js. */
export { type BarcodeList, type ListOptions, readBarcodeList } from "./pull/barcode-list.ts";
export type { QuotedList } from "./pull/pull.ts";
export type { Report } from "./pull/report.ts";
export {
	openShopFolder,
	type ShopFolder,
	type ShopFolderOptions,
	type ShopListRequest,
} from "./pull/shop-folder.ts";
export { checkGoogleFile, type Finding, type GoogleCheck } from "./pull/shops/check-google.ts";
export { type ShopName, shopOfExport } from "./pull/shops/formats.ts";
export { PullStopped } from "./pull/stopped.ts";
export { uploaderTo } from "./pull/upload/target.ts";
export type { Upload, Uploader } from "./pull/upload/uploader.ts";
