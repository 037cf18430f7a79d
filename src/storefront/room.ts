import type { Room } from "../room.ts";
import { storefrontSettings } from "./settings.ts";

export const storefront = {
	settings: {
		storefront: { title: "Public pages", settings: storefrontSettings },
	},
	pages: async () => (await import("./pages/api.ts")).storefrontPageApi,
} as const satisfies Room;
