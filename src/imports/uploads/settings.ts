import { integerSetting, textSetting } from "../../platform/settings.ts";

export const uploadSettings = {
	folder: textSetting(
		"PACKSHOT_UPLOAD_FOLDER",
		undefined,
		"Folder for files uploaded in the web pages until they are imported; if unset, `uploads` in PACKSHOT_DATA. Servers that share this folder can import each other's uploads",
	),
	days: integerSetting(
		"PACKSHOT_UPLOAD_DAYS",
		3,
		{ min: 1, max: 365 },
		"Days after which an unfinished or unimported upload is deleted",
	),
};
