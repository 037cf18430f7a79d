import { nameOf } from "../../catalogue/pages/editing/rows.ts";
import { readPortalSettings } from "../../people/portal-settings.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { VERSION } from "../../version.ts";
import { filesOf, type TracedCase } from "../cases/read.ts";
import type { ReducedPicture } from "../cases/reduced-pictures.ts";
import type { CaseResult } from "../cases/result.ts";
import type { CaseFileRow } from "../cases/tables.ts";
import { ownersOf, resultOf } from "./case-answer.ts";
import type { CaseReport } from "./hand-over-contract.ts";

/** Pixels of the longer edge of every picture in a report: whoever gets it needs to recognise them, and no more. */
const REPORT_PX = 320;

/** As much as two printed pages hold. */
const MOST_LEAKS_SHOWN = 4;
const MOST_NAMED = 3;
const MOST_EVIDENCE = 3;
const MOST_DELIVERIES = 6;
/** Characters. */
const MOST_NOTE = 300;
const MOST_CASE_NAME = 100;
const MOST_NAME = 50;

interface ReportParts {
	readonly db: Database;
	readonly reduced: ReducedPicture;
}

type Shown = (file: string) => Promise<string | null>;

/** What is handed over of a case: previews and evidence, small, and never a base, the case file or a leak as it was found. */
export async function caseReport(
	{ db, reduced }: ReportParts,
	row: TracedCase,
	{ service, nowMs }: { readonly service: string; readonly nowMs: number },
): Promise<CaseReport> {
	const result = resultOf(row);
	const { storefrontName: operator, contact } = await readPortalSettings(db.read);
	const files = await filesOf(db, row.case_id);
	const shown = shownFrom(files, reduced);
	return {
		case_id: row.case_id,
		name: shortened(row.name, MOST_CASE_NAME),
		note: row.note === null ? null : shortened(row.note, MOST_NOTE),
		opened_at: isoTime(row.created_at),
		traced_at: result && row.finished_at !== null ? isoTime(row.finished_at) : null,
		made_at: isoTime(nowMs),
		service,
		operator: { name: operator, contact },
		packshot: VERSION,
		leaks: await reportedLeaks(db, files, result, shown),
		result: result ? await reportedResult(db, result, shown) : null,
	};
}

/** Characters that belong together stay together. */
function shortened(text: string, most: number): string {
	const letters = [...text];
	return letters.length <= most ? text : `${letters.slice(0, most).join("")}…`;
}

function shownFrom(files: readonly CaseFileRow[], reduced: ReducedPicture): Shown {
	return async (name) => {
		const row = files.find(({ file }) => file === name);
		if (!row) return null;
		const picture = await reduced(row.stored_blob, REPORT_PX);
		return `data:image/webp;base64,${Buffer.from(picture).toString("base64")}`;
	};
}

async function reportedLeaks(
	db: Database,
	files: readonly CaseFileRow[],
	result: CaseResult | undefined,
	shown: Shown,
): Promise<CaseReport["leaks"]> {
	const leaks = files.filter(({ file }) => file.startsWith("leak-"));
	return Promise.all(
		leaks.map(async ({ name, width, height, size_bytes, sha256 }, place) => ({
			leak: place + 1,
			name,
			width,
			height,
			sha256,
			size_bytes: Number(size_bytes),
			shows: await shownBy(db, result?.leaks[place]?.shows ?? null),
			picture: place < MOST_LEAKS_SHOWN ? await shown(`preview-${place + 1}`) : null,
		})),
	);
}

async function shownBy(db: Database, shows: CaseResult["leaks"][number]["shows"]) {
	if (!shows) return null;
	const { barcode, variant } = shows;
	const product = await findRow(db.read, "product", { barcode }, ["info"]);
	const name = nameOf(product?.info ?? null);
	return { barcode, variant, product_name: name === null ? null : shortened(name, MOST_NAME) };
}

async function reportedResult(
	db: Database,
	result: CaseResult,
	shown: Shown,
): Promise<NonNullable<CaseReport["result"]>> {
	const { verdict, origin, clients_scored, guesses = null, packshot = null, case_sha256 } = result;
	const owners = await ownersOf(db, result);
	const named = result.candidates.flatMap((client, place) => (client.is_named ? [{ client, place }] : []));
	const perClient = Math.max(1, Math.floor(MOST_DELIVERIES / Math.max(1, named.length)));
	const drawn = Math.max(1, Math.floor(MOST_EVIDENCE / Math.max(1, named.length)));
	return {
		verdict,
		clients_scored,
		guesses,
		packshot,
		case_sha256,
		origin: origin && {
			verdict: origin.verdict,
			false_positive_probability: origin.false_positive_probability,
		},
		named_count: named.length,
		named: await Promise.all(
			named.slice(0, MOST_NAMED).map(async ({ client, place }) => ({
				client_id: client.client_id,
				client_name: shortened(client.client_name, MOST_NAME),
				owner_email: owners.get(client.client_id) ?? null,
				false_positive_probability: client.false_positive_probability,
				probability_words: client.probability_words,
				delivery_count: client.delivery_count,
				// It names the client, and not its people.
				deliveries: client.deliveries.slice(-perClient).map(({ at, address }) => ({ at, address })),
				evidence: await Promise.all(
					client.evidence.slice(0, drawn).map(async (leak) => ({
						leak,
						picture: await shown(`evidence-${leak}-${place + 1}`),
					})),
				),
			})),
		),
	};
}
