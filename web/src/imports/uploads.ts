import { useSyncExternalStore } from "react";
import { type DetailedError, Upload } from "tus-js-client";
import { call, csrfHeader, routeUrl } from "../api/call.ts";
import { type Failure, failureFrom, pageFailure } from "../api/failure.ts";
import type { Import } from "../api/routes.ts";
import { isSameFile, nextChunkBytes, smallerChunkBytes, worthRetrying } from "./upload-rules.ts";

/** An upload by this page. It continues while other pages are shown. */
export interface RunningUpload {
	readonly importId: string;
	readonly name: string;
	readonly sizeBytes: number;
	readonly sentBytes: number;
	/** Recent speed in bytes per second; 0 at first. */
	readonly speed: number;
	/** Sending, waiting for the network, or failed until the user resumes it. */
	readonly state: "sending" | "waiting" | "failed";
	readonly failure?: Failure;
}

export const FIRST_CHUNK_BYTES = 2 * 2 ** 20;
/** Retries for an hour; after that the user has to resume. */
export const RETRY_DELAYS_MS = [0, 1000, 3000, ...Array.from({ length: 360 }, () => 10_000)];

const uploads = new Map<string, { shown: RunningUpload; upload: Upload }>();
const watchers = new Set<() => void>();
let snapshot: readonly RunningUpload[] = [];

export function useUploads(): readonly RunningUpload[] {
	return useSyncExternalStore(watch, () => snapshot);
}

function watch(watcher: () => void): () => void {
	watchers.add(watcher);
	return () => void watchers.delete(watcher);
}

function changed(): void {
	snapshot = [...uploads.values()].map(({ shown }) => shown);
	for (const watcher of watchers) watcher();
}

function show(importId: string, change: Partial<RunningUpload>): void {
	const entry = uploads.get(importId);
	if (!entry) return;
	entry.shown = { ...entry.shown, ...change };
	changed();
}

/**
 * Uploads a file, or resumes an unfinished upload of the same one. @param isCard whether it has raw pictures of a card @param onDone called when it has arrived.
 * @returns the import's id. @throws Failure when the upload is not permitted.
 */
export async function uploadFile(
	file: File,
	isCard: boolean,
	onDone: (importId: string) => void,
): Promise<string> {
	const importId = (await unfinishedOf(file, isCard)) ?? (await begun(file, isCard));
	if (uploads.has(importId)) return importId;
	const shown: RunningUpload = {
		importId,
		name: file.name,
		sizeBytes: file.size,
		sentBytes: 0,
		speed: 0,
		state: "sending",
	};
	uploads.set(importId, { shown, upload: uploadOf(file, importId, onDone) });
	changed();
	uploads.get(importId)?.upload.start();
	return importId;
}

/** Resumes a failed upload. */
export function goOn(importId: string): void {
	show(importId, { state: "sending" });
	uploads.get(importId)?.upload.start();
}

/** Stops sending; what has arrived stays on the server. */
export async function endUpload(importId: string): Promise<void> {
	const entry = uploads.get(importId);
	uploads.delete(importId);
	changed();
	await entry?.upload.abort();
}

async function unfinishedOf(file: File, isCard: boolean): Promise<string | undefined> {
	const { data } = await call("GET /admin/imports", { query: { limit: 100 } });
	return data.find((each: Import) => (each.card_revision !== null) === isCard && isSameFile(each, file))
		?.import_id;
}

async function begun(file: File, isCard: boolean): Promise<string> {
	const modified_at = new Date(file.lastModified).toISOString();
	const body = { name: file.name, size_bytes: file.size, modified_at, ...(isCard ? { card: true } : {}) };
	return (await call("POST /admin/imports", { body })).import_id;
}

function uploadOf(file: File, importId: string, onDone: (importId: string) => void): Upload {
	let chunkBeganMs = performance.now();
	const upload = new Upload(file, {
		uploadUrl: routeUrl("PATCH /admin/imports/{import_id}/file", { path: { import_id: importId } }),
		chunkSize: FIRST_CHUNK_BYTES,
		retryDelays: RETRY_DELAYS_MS,
		storeFingerprintForResuming: false,
		// The token may have changed since the page was loaded.
		onBeforeRequest(request) {
			for (const [name, value] of Object.entries(csrfHeader())) request.setHeader(name, value);
		},
		onProgress: (sentBytes) => show(importId, { sentBytes, state: "sending" }),
		onChunkComplete(bytes) {
			const tookMs = Math.max(1, performance.now() - chunkBeganMs);
			chunkBeganMs = performance.now();
			show(importId, { speed: (1000 * bytes) / tookMs });
			upload.options.chunkSize = nextChunkBytes(bytes, tookMs);
		},
		onShouldRetry(error) {
			const status = statusOf(error);
			if (status === 413) upload.options.chunkSize = smallerChunkBytes(Number(upload.options.chunkSize));
			const isWorth = worthRetrying(status);
			if (isWorth) show(importId, { state: "waiting", speed: 0 });
			chunkBeganMs = performance.now();
			return isWorth;
		},
		onError: (error) => show(importId, { state: "failed", speed: 0, failure: failureOf(error) }),
		onSuccess() {
			uploads.delete(importId);
			changed();
			onDone(importId);
		},
	});
	return upload;
}

export function statusOf(error: Error | DetailedError): number {
	return "originalResponse" in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** The service's error, or what is to be done when there was no response. */
export function failureOf(error: Error | DetailedError): Failure {
	const status = statusOf(error);
	if (status === 0) return pageFailure("The upload was interrupted. What has been uploaded so far is kept.");
	return failureFrom(status, ("originalResponse" in error && error.originalResponse?.getBody()) || "");
}

// Leaving the page would abort the uploads: let the browser ask first.
window.addEventListener("beforeunload", (event) => {
	if (snapshot.some(({ state }) => state !== "failed")) event.preventDefault();
});
