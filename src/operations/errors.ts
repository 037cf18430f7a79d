import { defineErrors, kind } from "../platform/http/http-error.ts";

export const operationErrors = defineErrors({
	task_ended: kind(409, "This is no longer under way."),
	settings_changed: kind(409, "Somebody else has changed settings in the meantime. Look at them again."),
	restore_elsewhere: kind(
		409,
		"Several processes serve this installation, or one is making a backup: restore on the command line, or try again once there is one.",
	),
	address_elsewhere: kind(409, "This address does not lead to this service."),
});
