import { defineErrors, kind } from "../platform/http/http-error.ts";

export const proposalErrors = defineErrors({
	may_not_propose: kind(403, "This account cannot suggest anything."),
	proposal_limit_reached: kind(
		409,
		"This account has reached its limit of waiting suggestions. Wait for decisions first.",
	),
	proposal_decided: kind(409, "This suggestion has already been decided."),
	not_proposed: kind(409, "Only fields that were suggested can be approved. Edit the product for others."),
	own_proposal: kind(409, "Your own suggestions have to be approved by somebody else."),
	picture_limit_reached: kind(429, "This account has reached its daily limit of uploads."),
});
