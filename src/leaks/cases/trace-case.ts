import { hash } from "node:crypto";
import { identificationThreshold } from "@packshot/marking/attribute";
import { decodePrepared } from "@packshot/marking/deliver";
import { globalMarkSeed } from "../../pictures/delivery/mark-formats.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { VERSION } from "../../version.ts";
import { attributePictures, type LeakReport } from "../attribution/leak-report.ts";
import { originDocument } from "../attribution/origin-document.ts";
import { type TracedLeak, writeCaseFile } from "./case-file.ts";
import type { NewCaseFile } from "./case-files.ts";
import { filesOf } from "./read.ts";
import {
	type CaseProgress,
	type CaseResult,
	candidateDocument,
	clientCount,
	shownPicture,
} from "./result.ts";
import type { LeakCaseRow } from "./tables.ts";

export interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
}

/** Most candidates for whom evidence is drawn: the top one, or the named ones. */
const MOST_DRAWN = 3;

export interface TracedCase {
	readonly result: CaseResult;
	readonly files: readonly NewCaseFile[];
}

/** Traces the leaks of a case as `packshot trace` does, draws the evidence and writes the file. @param watch.signal aborts, with its reason. */
export async function traceCase(
	stores: Stores,
	row: LeakCaseRow,
	nowMs: number,
	watch: { readonly progress: (progress: CaseProgress) => void; readonly signal: AbortSignal },
): Promise<TracedCase> {
	const leaks = await leaksOf(stores, row.case_id);
	const hint = {
		...(row.barcode === null ? {} : { barcode: row.barcode }),
		...(row.variant === null ? {} : { variant: row.variant }),
	};
	const bytes = leaks.map((leak) => leak.bytes);
	const report = await attributePictures(stores, bytes, hint, {
		signal: watch.signal,
		progress: (stage, done, total) => watch.progress({ stage, done, total: total ?? null }),
	});
	watch.progress({ stage: "draw", done: 0, total: null });
	const evidence = await evidenceOf(report, leaks.length, watch.signal);
	const candidates = report.candidates.map((candidate, place) => {
		const drawn = evidence.filter((one) => one.candidate === place);
		return candidateDocument(
			candidate,
			drawn.map(({ leak }) => leak + 1),
		);
	});
	const globalSeed = await globalMarkSeed(stores.db);
	const caseFile = report.matches.some((match) => match !== null)
		? await writeCaseFile({ leaks, report, candidates, evidence, globalSeed, nowMs })
		: undefined;
	const result = {
		verdict: report.verdict,
		origin: originDocument(report.origin),
		leaks: shownBy(report),
		candidates,
		clients_scored: clientCount(report),
		guesses: report.grounds.guesses,
		packshot: VERSION,
		case_sha256: caseFile ? hash("sha256", caseFile) : null,
	};
	const drawn = evidence.map(({ file, bytes: png }) => ({ file, bytes: png, contentType: "image/png" }));
	const written = caseFile ? [{ file: "case", bytes: caseFile, contentType: "application/x-tar" }] : [];
	return { result, files: [...drawn, ...written] };
}

async function leaksOf({ db, blobs }: Stores, caseId: string): Promise<TracedLeak[]> {
	const leaks: TracedLeak[] = [];
	for (const { file, name, stored_blob } of await filesOf(db, caseId)) {
		if (file.startsWith("leak-")) leaks.push({ name, bytes: await blobs.get(stored_blob) });
	}
	return leaks;
}

async function evidenceOf(report: LeakReport, leaks: number, signal: AbortSignal) {
	const named = report.candidates.filter(
		(one) => one.falsePositiveProbability < identificationThreshold,
	).length;
	const shown = Math.min(Math.max(1, named), MOST_DRAWN, report.candidates.length);
	const drawn: { leak: number; candidate: number; file: string; bytes: Uint8Array }[] = [];
	for (let candidate = 0; candidate < shown; candidate++) {
		for (let leak = 0; leak < leaks; leak++) {
			signal.throwIfAborted();
			const bytes = await report.evidence(leak, candidate);
			if (bytes) drawn.push({ leak, candidate, file: `evidence-${leak + 1}-${candidate + 1}`, bytes });
		}
	}
	return drawn;
}

function shownBy({ grounds, foundBy }: LeakReport): CaseResult["leaks"] {
	return grounds.shown.map((suspect, i) => {
		const found = foundBy[i];
		if (!suspect || !found) return { shows: null };
		return { shows: shownPicture(suspect, found, hash("sha256", decodePrepared(suspect.prepared).base)) };
	});
}
