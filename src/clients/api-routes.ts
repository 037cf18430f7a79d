import { getAccount, getBalance, getUsage } from "./account/routes.ts";
import { postRevoke } from "./auth/revoke-route.ts";
import { postRefresh, postToken } from "./auth/routes.ts";

/** The endpoints of clients in `/api/v1`. */
export const clientsApi = {
	"POST /auth/token": postToken,
	"POST /auth/refresh": postRefresh,
	"POST /auth/revoke": postRevoke,
	"GET /balance": getBalance,
	"GET /account": getAccount,
	"GET /usage": getUsage,
};
