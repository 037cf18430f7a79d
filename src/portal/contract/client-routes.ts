import * as clients from "./clients.ts";
import * as events from "./events.ts";
import * as ledger from "./ledger.ts";
import type { PortalRoute } from "./portal-route.ts";
import { Preview, PreviewQuery } from "./preview.ts";

/** Clients, with or without an account. */
export const clientRoutes = {
	"GET /admin/clients": {
		tag: "Clients",
		summary: "All clients, or those found by a search",
		access: ["administrator", "accountant"],
		query: clients.ClientQuery,
		answer: clients.ClientList,
		errors: [],
	},
	"POST /admin/clients": {
		tag: "Clients",
		summary: "Create a client, for an account or for nobody",
		access: ["administrator"],
		status: 201,
		body: clients.NewClient,
		answer: clients.ClientSecret,
		errors: [],
	},
	"GET /admin/clients/{client_id}": {
		tag: "Clients",
		summary: "One client with its policy",
		access: ["administrator", "accountant"],
		path: clients.AnyClientPath,
		answer: clients.AnyClient,
		errors: ["not_found"],
	},
	"PATCH /admin/clients/{client_id}": {
		tag: "Clients",
		summary: "Change parts of a policy, or the owner",
		access: ["administrator"],
		path: clients.AnyClientPath,
		body: clients.ClientChange,
		answer: clients.ChangedClient,
		errors: ["not_found"],
	},
	"POST /admin/clients/{client_id}/rotate": {
		tag: "Clients",
		summary: "Give a client a new secret; the old one and its tokens stop working",
		access: ["administrator"],
		path: clients.AnyClientPath,
		body: clients.ClientConfirmation,
		answer: clients.ClientSecret,
		errors: ["not_found", "key_not_active", "other_name"],
	},
	"POST /admin/clients/{client_id}/revoke": {
		tag: "Clients",
		summary: "Disable a client permanently",
		access: ["administrator"],
		path: clients.AnyClientPath,
		body: clients.ClientConfirmation,
		answer: clients.AnyClient,
		errors: ["not_found", "other_name"],
	},
	"POST /admin/clients/{client_id}/credits": {
		tag: "Clients",
		summary: "Add or remove credits",
		access: ["administrator", "accountant"],
		path: clients.AnyClientPath,
		body: clients.CreditsAddition,
		answer: clients.CreditsAdded,
		errors: ["not_found", "key_not_active", "balance_too_large", "balance_too_small", "sent_before"],
	},
	"GET /admin/clients/{client_id}/ledger": {
		tag: "Clients",
		summary: "Everything that changed the balance",
		access: ["administrator", "accountant"],
		path: clients.AnyClientPath,
		query: ledger.LedgerQuery,
		answer: ledger.LedgerAnswer,
		errors: ["not_found"],
	},
	"GET /admin/clients/{client_id}/history": {
		tag: "Clients",
		summary: "What was done to the client and by whom, with the values before and after",
		access: ["administrator", "accountant"],
		path: clients.AnyClientPath,
		query: events.HistoryQuery,
		answer: events.EventList,
		errors: ["not_found"],
	},
	"GET /admin/clients/{client_id}/preview": {
		tag: "Clients",
		summary: "What the client would get for a product; nothing is charged",
		access: ["administrator", "accountant"],
		path: clients.AnyClientPath,
		query: PreviewQuery,
		answer: Preview,
		errors: ["not_found"],
	},
} as const satisfies Record<string, PortalRoute>;
