import Type, { type Static } from "typebox";
import type { ApiRoute } from "../api/api-route.ts";
import { Meta } from "../api/meta.ts";
import type { Metering } from "../billing/ledger/metering.ts";
import { Barcode } from "../catalogue/listing/listing-schemas.ts";
import { answerFree } from "../catalogue/reading/charged-answer.ts";
import { Alert, alertFields } from "../catalogue/withholding/alert-schema.ts";
import { callerOf } from "../clients/auth/bearer.ts";
import type { Database } from "../platform/db/database.ts";
import { commonErrors } from "../platform/http/http-error.ts";
import { parseTime } from "../platform/http/query.ts";
import type { PageCursors } from "../platform/page-cursors.ts";
import { findAlert, listAlerts, placeOf } from "./read.ts";

const AlertsQuery = Type.Object({
	cursor: Type.Optional(
		Type.String({ description: "`next_cursor` of the previous response, with the same filters." }),
	),
	limit: Type.Integer({
		minimum: 1,
		maximum: 200,
		default: 50,
		description: "Maximum number of alerts in a response.",
		examples: [50],
	}),
	barcode: Type.Optional(Barcode),
	live: Type.Optional(
		Type.Boolean({
			description: "Only alerts that have not ended, or only those that have.",
			examples: [true],
		}),
	),
	changed_since: Type.Optional(
		Type.Unsafe<string>({
			type: "string",
			anyOf: [{ format: "date" }, { format: "date-time" }],
			description: "Only alerts published, changed or ended at this time or later.",
			examples: ["2027-05-01T00:00:00Z"],
		}),
	),
});
type AlertsQuery = Static<typeof AlertsQuery>;

const AlertsAnswer = Type.Object(
	{
		data: Type.Array(Alert),
		next_cursor: Type.Union([Type.String(), Type.Null()], {
			description: "Where to continue; null on the last page.",
		}),
		meta: Meta,
	},
	{ title: "KosherAlerts" },
);

interface AlertParts {
	readonly db: Database;
	readonly metering: Metering;
	readonly pageCursors: PageCursors;
}

/** `GET /kosher-alerts` (SPEC E12): free. */
const getAlerts: ApiRoute<AlertParts> = {
	id: "listKosherAlerts",
	tag: "Kosher",
	summary: "Alerts about hechshers and products, newest publication first",
	description:
		"Lists alerts that name a product the client may see, whether or not `hechshers` is locked for it. Ended ones stay listed. Free of charge.",
	access: "bearer",
	query: AlertsQuery,
	answer: AlertsAnswer,
	answerText: "One page.",
	errors: ["bad_request"],
	handle:
		({ db, metering, pageCursors }) =>
		async (request, reply) => {
			const { client } = callerOf(request);
			const { cursor, limit, barcode, live, changed_since } = request.query as AlertsQuery;
			const boundTo = [client.clientId, barcode ?? null, live ?? null, changed_since ?? null];
			const kind = { purpose: "kosher-alerts", boundTo };
			const alerts = await listAlerts(db.read, client, {
				barcode,
				live,
				changedSinceMs: changed_since === undefined ? undefined : parseTime(changed_since),
				after: await pageCursors.read(kind, cursor),
				limit: limit + 1,
			});
			const page = alerts.slice(0, limit);
			const last = alerts.length > limit ? page.at(-1) : undefined;
			const next = last ? await pageCursors.write(kind, placeOf(last)) : null;
			const members = [`"data":${JSON.stringify(page)}`, `"next_cursor":${JSON.stringify(next)}`];
			return answerFree(metering, request, reply, members);
		},
};

const AlertPath = Type.Object({ alert_id: alertFields.alert_id });

/** `GET /kosher-alerts/{alert_id}` (SPEC E12): free. */
const getAlert: ApiRoute<AlertParts> = {
	id: "getKosherAlert",
	tag: "Kosher",
	summary: "One alert",
	description: "The alert as it is now. Free of charge.",
	access: "bearer",
	path: AlertPath,
	answer: Type.Object({ ...alertFields, meta: Meta }, { title: "KosherAlertAnswer" }),
	answerText: "The alert.",
	errors: ["not_found"],
	handle:
		({ db, metering }) =>
		async (request, reply) => {
			const { alert_id } = request.params as Static<typeof AlertPath>;
			const alert = await findAlert(db.read, callerOf(request).client, alert_id);
			if (!alert) throw commonErrors.not_found({ message: "There is no such alert." });
			const members = Object.entries(alert).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
			return answerFree(metering, request, reply, members);
		},
};

/** The endpoints of alerts in `/api/v1`. */
export const alertsApi = {
	"GET /kosher-alerts": getAlerts,
	"GET /kosher-alerts/{alert_id}": getAlert,
};
