import { getHealth, headHealth } from "./health.ts";

/** The endpoints of api in `/api/v1`. */
export const apiApi = {
	"GET /health": getHealth,
	"HEAD /health": headHealth,
};
