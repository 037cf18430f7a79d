import { integerSetting } from "../platform/settings.ts";

export const portalSettings = {
	sessionIdleMinutes: integerSetting(
		"PACKSHOT_SESSION_IDLE_MINUTES",
		720,
		{ min: 5, max: 525_600 },
		"Minutes of inactivity after which a user is signed out of the web pages",
	),
	sessionDays: integerSetting(
		"PACKSHOT_SESSION_DAYS",
		14,
		{ min: 1, max: 365 },
		"Days after which a user has to sign in again even if active",
	),
	attemptsPerAccount: integerSetting(
		"PACKSHOT_SIGN_IN_ATTEMPTS",
		10,
		{ min: 1, max: 1000 },
		"Failed sign-ins to the web pages allowed in 15 minutes for one e-mail address",
	),
	attemptsPerAddress: integerSetting(
		"PACKSHOT_SIGN_IN_ATTEMPTS_PER_IP",
		50,
		{ min: 1, max: 100_000 },
		"Failed sign-ins to the web pages allowed in 15 minutes from one IP address",
	),
	requestsPerMinute: integerSetting(
		"PACKSHOT_PORTAL_REQUESTS_PER_MINUTE",
		600,
		{ min: 10, max: 10_000_000 },
		"Requests per minute to the web pages' own API from one IP address",
	),
};
