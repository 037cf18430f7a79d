import { defineErrors, kind } from "../platform/http/http-error.ts";

export const labelErrors = defineErrors({
	reading_under_way: kind(409, "The labels are being read already."),
	nothing_being_read: kind(409, "No labels are being read."),
});
