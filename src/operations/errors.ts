import { defineErrors, kind } from "../platform/http/http-error.ts";

export const operationErrors = defineErrors({
	task_ended: kind(409, "This is no longer under way."),
});
