/** `@packshot/sdk/shops`: the functions of which `packshot-pull` consists, for programs in Node.js. */
export { type BarcodeList, type ListOptions, readBarcodeList } from "./barcode-list.ts";
export type { QuotedList } from "./pull.ts";
export type { Report } from "./report.ts";
export {
	openShopFolder,
	type ShopFolder,
	type ShopFolderOptions,
	type ShopListRequest,
} from "./shop-folder.ts";
export { checkGoogleFile, type Finding, type GoogleCheck } from "./shops/check-google.ts";
export { type ShopName, shopOfExport } from "./shops/formats.ts";
export { PullStopped } from "./stopped.ts";
export { uploaderTo } from "./upload/target.ts";
export type { Upload, Uploader } from "./upload/uploader.ts";
