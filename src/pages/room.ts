import type { Room } from "../room.ts";
import { portalSettings } from "./settings.ts";

export const pages = {
	settings: {
		portal: { title: "Web pages", settings: portalSettings },
	},
} as const satisfies Room;
