import { integerSetting } from "../../platform/settings.ts";
import { DAY_SECONDS } from "../../platform/time/durations.ts";

const perMinute = { min: 1, max: 10_000_000 };

export const authSettings = {
	accessTtlSeconds: integerSetting(
		"PACKSHOT_ACCESS_TOKEN_SECONDS",
		3600,
		{ min: 10, max: DAY_SECONDS },
		"Lifetime of an access token, in seconds",
	),
	refreshTtlSeconds: integerSetting(
		"PACKSHOT_REFRESH_TOKEN_SECONDS",
		90 * DAY_SECONDS,
		{ min: 60, max: 3650 * DAY_SECONDS },
		"Lifetime of a refresh token, in seconds",
	),
	tokenPerMinutePerClient: integerSetting(
		"PACKSHOT_TOKEN_REQUESTS_PER_MINUTE",
		10,
		perMinute,
		"Calls to /auth/token per minute for one client_id",
	),
	tokenPerMinutePerIp: integerSetting(
		"PACKSHOT_TOKEN_REQUESTS_PER_MINUTE_PER_IP",
		100,
		perMinute,
		"Calls to /auth/token per minute from one IP address",
	),
	refreshPerMinute: integerSetting(
		"PACKSHOT_REFRESH_REQUESTS_PER_MINUTE",
		60,
		perMinute,
		"Calls to /auth/refresh per minute for one client_id",
	),
	lockoutFailures: integerSetting(
		"PACKSHOT_LOCKOUT_FAILURES",
		5,
		{ min: 1, max: 1000 },
		"Consecutive failed sign-ins after which a client_id is locked",
	),
	lockoutSeconds: integerSetting(
		"PACKSHOT_LOCKOUT_SECONDS",
		300,
		{ min: 1, max: DAY_SECONDS },
		"Seconds for which a client_id stays locked",
	),
};
