import Type from "typebox";
import { RefusalList } from "./calls.ts";
import { Credits } from "./common.ts";
import type { PortalRoute } from "./portal-route.ts";

const AdminOverview = Type.Object({
	day: Type.String({ description: "The UTC day that is running, `2027-05-15`." }),
	requests: Type.Integer({ description: "Of all keys, refused ones included." }),
	credits_spent: Credits,
	keys_in_use: Type.Integer({ description: "Keys that made a request." }),
	refused: Type.Integer(),
	refusals: RefusalList.properties.data,
	accounts: Type.Integer({ description: "All accounts, disabled ones included." }),
});

export const adminOverviewRoutes = {
	"GET /admin/overview": {
		tag: "Administration",
		summary: "What all keys came to today",
		access: ["administrator"],
		answer: AdminOverview,
		errors: [],
	},
} as const satisfies Record<string, PortalRoute>;
