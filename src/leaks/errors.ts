import { defineErrors, kind } from "../platform/http/http-error.ts";

export const leakErrors = defineErrors({
	case_settled: kind(
		409,
		"This case is waiting, being traced or already traced, so it can no longer be changed.",
	),
	case_without_leaks: kind(409, "Add a leak first."),
	case_not_running: kind(409, "This case is not being traced."),
	case_holder_unfit: kind(409, "Only administrators and tracers whose accounts are enabled can hold a case."),
	case_hand_over_full: kind(409, "A case can have at most 500 notes and 50 links."),
	case_full: kind(409, "A case can have at most 10 leaks."),
	not_a_picture: kind(422, "This file is not a picture that can be read."),
});
