import { integerSetting, textSetting } from "../../platform/settings.ts";

export const uploadSettings = {
	folder: textSetting(
		"PACKSHOT_UPLOAD_FOLDER",
		undefined,
		"Folder of files uploaded in the pages until they are imported; `uploads` in PACKSHOT_DATA when unset. Several servers take each other's uploads if they share it",
	),
	days: integerSetting(
		"PACKSHOT_UPLOAD_DAYS",
		3,
		{ min: 1, max: 365 },
		"Days after which an upload that nobody went on with, or that was not imported, is deleted",
	),
};
