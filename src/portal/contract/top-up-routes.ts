import * as administration from "./administration.ts";
import { ClientPath } from "./common.ts";
import type { PortalRoute } from "./portal-route.ts";
import * as topUps from "./top-ups.ts";

/** Requests for credits. */
export const topUpRoutes = {
	"GET /keys/{client_id}/top-ups": {
		tag: "Top-ups",
		summary: "Requested top-ups",
		access: "account",
		path: ClientPath,
		answer: topUps.TopUpList,
		errors: ["not_found"],
	},
	"POST /keys/{client_id}/top-ups": {
		tag: "Top-ups",
		summary: "Ask for credits",
		access: "account",
		status: 201,
		path: ClientPath,
		body: topUps.NewTopUp,
		answer: topUps.TopUp,
		errors: ["not_found", "key_not_active", "top_up_limit_reached", "sent_before"],
	},
	"DELETE /keys/{client_id}/top-ups/{top_up_id}": {
		tag: "Top-ups",
		summary: "Withdraw a waiting top-up",
		access: "account",
		path: topUps.KeyTopUpPath,
		answer: topUps.TopUp,
		errors: ["not_found", "top_up_decided"],
	},
	"GET /admin/top-ups": {
		tag: "Administration",
		summary: "Top-ups of all accounts",
		access: ["administrator", "accountant"],
		query: administration.AdminTopUpQuery,
		answer: administration.AdminTopUpList,
		errors: [],
	},
	"POST /admin/top-ups/{top_up_id}/approve": {
		tag: "Administration",
		summary: "Approve a top-up: the credits are added immediately, or once a second person approves it too",
		access: ["administrator", "accountant"],
		path: topUps.TopUpPath,
		body: topUps.TopUpApproval,
		answer: topUps.AdminTopUp,
		errors: ["not_found", "top_up_decided", "second_person_needed", "key_not_active", "balance_too_large"],
	},
	"POST /admin/top-ups/{top_up_id}/reject": {
		tag: "Administration",
		summary: "Reject a top-up, with a reason",
		access: ["administrator", "accountant"],
		path: topUps.TopUpPath,
		body: topUps.TopUpRejection,
		answer: topUps.AdminTopUp,
		errors: ["not_found", "top_up_decided"],
	},
} as const satisfies Record<string, PortalRoute>;
