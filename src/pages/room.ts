import type { Room } from "../room.ts";
import { pageErrors } from "./errors.ts";
import { portalSettings } from "./settings.ts";

export const pages = {
	errors: pageErrors,
	settings: {
		portal: { title: "Web pages", settings: portalSettings },
	},
} as const satisfies Room;
