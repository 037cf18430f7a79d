import { integerSetting } from "../platform/settings.ts";

export const proposalSettings = {
	mostOpen: integerSetting(
		"PACKSHOT_OPEN_PROPOSALS",
		200,
		{ min: 1, max: 1_000_000 },
		"Maximum number of proposals of one account that may await review",
	),
	uploadMebibytes: integerSetting(
		"PACKSHOT_PROPOSAL_UPLOAD_MEBIBYTES",
		1024,
		{ min: 1, max: 1_000_000 },
		"Mebibytes of pictures that one account may upload for its proposals in 24 hours",
	),
	pictureDays: integerSetting(
		"PACKSHOT_PROPOSAL_PICTURE_DAYS",
		30,
		{ min: 1, max: 3650 },
		"Days for which the pictures of a proposal are kept after the decision",
	),
};
