import * as administration from "./administration.ts";
import type { PortalRoute } from "./portal-route.ts";

/** What administrators alone may do. */
export const administrationRoutes = {
	"GET /admin/accounts": {
		tag: "Administration",
		summary: "All accounts",
		access: "administrator",
		query: administration.AdminAccountQuery,
		answer: administration.AdminAccountList,
		errors: [],
	},
	"PATCH /admin/accounts/{account_id}": {
		tag: "Administration",
		summary: "How many active keys an account may have",
		access: "administrator",
		path: administration.AccountPath,
		body: administration.AccountChange,
		answer: administration.AdminAccount,
		errors: ["not_found"],
	},
	"POST /admin/accounts/{account_id}/password-reset": {
		tag: "Administration",
		summary: "A one-time link to set a new password",
		access: "administrator",
		status: 201,
		path: administration.AccountPath,
		answer: administration.ResetLink,
		errors: ["not_found"],
	},
	"POST /admin/accounts/{account_id}/disable": {
		tag: "Administration",
		summary: "Shut an account out and sign it out everywhere; its keys go on working",
		access: "administrator",
		path: administration.AccountPath,
		answer: administration.AdminAccount,
		errors: ["not_found", "own_account"],
	},
	"POST /admin/accounts/{account_id}/enable": {
		tag: "Administration",
		summary: "Let an account in again",
		access: "administrator",
		path: administration.AccountPath,
		answer: administration.AdminAccount,
		errors: ["not_found"],
	},
	"DELETE /admin/accounts/{account_id}/totp": {
		tag: "Administration",
		summary: "Turn off the two-factor sign-in of someone who lost the authenticator",
		access: "administrator",
		path: administration.AccountPath,
		answer: administration.AdminAccount,
		errors: ["not_found", "own_account"],
	},
	"GET /admin/settings": {
		tag: "Administration",
		summary: "Settings of the portal",
		access: "administrator",
		answer: administration.PortalSettings,
		errors: [],
	},
	"PATCH /admin/settings": {
		tag: "Administration",
		summary: "Change settings of the portal",
		access: "administrator",
		body: administration.PortalSettingsChange,
		answer: administration.PortalSettings,
		errors: [],
	},
	"GET /admin/events": {
		tag: "Administration",
		summary: "Who did what",
		access: "administrator",
		query: administration.EventQuery,
		answer: administration.EventList,
		errors: [],
	},
} as const satisfies Record<string, PortalRoute>;
