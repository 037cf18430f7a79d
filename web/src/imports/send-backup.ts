import { Upload } from "tus-js-client";
import { csrfHeader, routeUrl } from "../api/call.ts";
import { smallerChunkBytes, worthRetrying } from "./upload-rules.ts";
import { FIRST_CHUNK_BYTES, failureOf, RETRY_DELAYS_MS, statusOf } from "./uploads.ts";

/** A proxy in between may take less. */
const CHUNK_BYTES = 8 * FIRST_CHUNK_BYTES;

/** Uploads a backup, or goes on with one that broke off. @param token of the first run. @throws Failure */
export function sendBackup(
	file: File,
	token: string | undefined,
	onProgress: (share: number) => void,
): Promise<void> {
	const parts = { query: { size_bytes: file.size, modified_ms: file.lastModified } };
	const route = token === undefined ? "PATCH /admin/restore/file" : "PATCH /setup/restore/file";
	return new Promise((resolve, reject) => {
		const upload = new Upload(file, {
			uploadUrl: routeUrl(route, parts),
			chunkSize: CHUNK_BYTES,
			retryDelays: RETRY_DELAYS_MS,
			storeFingerprintForResuming: false,
			onBeforeRequest(request) {
				const headers = { ...csrfHeader(), ...(token === undefined ? {} : { "x-packshot-setup": token }) };
				for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
			},
			onProgress: (sentBytes) => onProgress(sentBytes / file.size),
			onShouldRetry(error) {
				const status = statusOf(error);
				if (status === 413) upload.options.chunkSize = smallerChunkBytes(Number(upload.options.chunkSize));
				return worthRetrying(status);
			},
			onError: (error) => reject(failureOf(error)),
			onSuccess: () => resolve(),
		});
		upload.start();
	});
}
