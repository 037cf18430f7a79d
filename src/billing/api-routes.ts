import { getPricing, headPricing } from "./prices/routes.ts";

/** The endpoints of billing in `/api/v1`. */
export const billingApi = {
	"GET /pricing": getPricing,
	"HEAD /pricing": headPricing,
};
