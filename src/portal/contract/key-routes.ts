import * as calls from "./calls.ts";
import { ClientPath } from "./common.ts";
import * as keys from "./keys.ts";
import * as ledger from "./ledger.ts";
import * as overview from "./overview.ts";
import type { PortalRoute } from "./portal-route.ts";
import * as quote from "./quote.ts";
import * as usage from "./usage.ts";

/** An account's keys: what they may do, their calls and their costs. */
export const keyRoutes = {
	"GET /overview": {
		tag: "Keys",
		summary: "Totals of all keys of the account over 30 days",
		access: "account",
		answer: overview.Overview,
		errors: [],
	},
	"GET /keys": {
		tag: "Keys",
		summary: "The keys of the account",
		access: "account",
		answer: keys.KeyList,
		errors: [],
	},
	"POST /keys": {
		tag: "Keys",
		summary: "Create a key; its balance is 0 until a top-up is approved",
		access: "account",
		status: 201,
		body: keys.NewKey,
		answer: keys.KeyWithSecret,
		errors: ["key_limit_reached"],
	},
	"GET /keys/{client_id}": {
		tag: "Keys",
		summary: "One key",
		access: "account",
		path: ClientPath,
		answer: keys.Key,
		errors: ["not_found"],
	},
	"PATCH /keys/{client_id}": {
		tag: "Keys",
		summary: "Rename a key, set its low-balance mark or its daily cap",
		access: "account",
		path: ClientPath,
		body: keys.KeyChange,
		answer: keys.Key,
		errors: ["not_found"],
	},
	"POST /keys/{client_id}/rotate": {
		tag: "Keys",
		summary: "Give the key a new secret; the old one and its tokens stop working",
		access: "account",
		path: ClientPath,
		answer: keys.KeyWithSecret,
		errors: ["not_found", "key_not_active"],
	},
	"POST /keys/{client_id}/revoke": {
		tag: "Keys",
		summary: "Disable the key permanently",
		access: "account",
		path: ClientPath,
		answer: keys.Key,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/ledger": {
		tag: "Keys",
		summary: "Everything that changed the balance",
		access: "account",
		path: ClientPath,
		query: ledger.LedgerQuery,
		answer: ledger.LedgerAnswer,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/ledger.csv": {
		tag: "Keys",
		summary: "The same as a CSV table for spreadsheets, newest first",
		access: "account",
		path: ClientPath,
		query: ledger.LedgerFilter,
		media: ["text/csv"],
		answerText: "The table.",
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/calls": {
		tag: "Keys",
		summary: "Calls made with the key, newest first",
		access: "account",
		path: ClientPath,
		query: calls.CallQuery,
		answer: calls.CallList,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/refusals": {
		tag: "Keys",
		summary: "How many calls were refused, by cause",
		access: "account",
		path: ClientPath,
		query: calls.RefusalQuery,
		answer: calls.RefusalList,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/usage": {
		tag: "Keys",
		summary: "Requests and credits over time",
		access: "account",
		path: ClientPath,
		query: usage.KeyUsageQuery,
		answer: usage.KeyUsage,
		errors: ["not_found"],
	},
	"GET /keys/{client_id}/quote": {
		tag: "Keys",
		summary: "What a call would cost",
		access: "account",
		path: ClientPath,
		query: quote.QuoteQuery,
		answer: quote.Quote,
		errors: ["invalid_barcode", "not_found"],
	},
	"POST /keys/{client_id}/token": {
		tag: "Keys",
		summary: "A short-lived access token of the key, to try calls with",
		access: "account",
		path: ClientPath,
		answer: keys.TryToken,
		errors: ["not_found", "key_not_active"],
	},
} as const satisfies Record<string, PortalRoute>;
