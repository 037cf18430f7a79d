import { integerSetting } from "../platform/settings.ts";

export const orderSettings = {
	days: integerSetting(
		"PACKSHOT_ORDER_DAYS",
		30,
		{ min: 1, max: 3650 },
		"Days for which the contents of an order can be fetched again",
	),
};
