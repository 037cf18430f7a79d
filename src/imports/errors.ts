import { defineErrors, kind } from "../platform/http/http-error.ts";

export const importErrors = defineErrors({
	mapping_limit_reached: kind(409, "At most 200 mappings can be saved. Delete one first."),
	upload_limit_reached: kind(409, "Several of your uploads are waiting already. Import or delete one first."),
	upload_offset: kind(409, "The upload continues from another position."),
	upload_version: kind(412, "Uploads take version 1.0.0 of the tus protocol: send Tus-Resumable: 1.0.0.", {
		headers: { "tus-version": "1.0.0" },
	}),
	upload_type: kind(415, "Bytes of an upload are sent with Content-Type: application/offset+octet-stream."),
	import_not_ready: kind(409, "This import has changed in the meantime. Look at it again."),
	upload_elsewhere: kind(503, "Another server of this installation is handling this upload."),
	disk_full: kind(507, "The server has no room for this file."),
});
