import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectsCommand,
	PutObjectCommand,
	S3Client,
} from "@aws-sdk/client-s3";
import { systemMessage } from "../plain-fault.ts";
import { BlobMissing, type BlobStore, BlobUnavailable, requireBlobKey } from "./blob-store.ts";
import type { S3Location } from "./blob-url.ts";

/** A failed call is retried twice; all three attempts share one time limit. */
const ATTEMPTS = 3;
const CONNECT_MS = 2000;
const CALL_MS = 8000;

/** Makes a call abortable, including the reading of its response. */
interface Call {
	readonly abortSignal: AbortSignal;
}

/** Blobs as objects of an S3-compatible store; credentials come from the location, or else from the standard AWS sources. @param callMs limit for a call with its retries. */
export function openS3Blobs(location: S3Location, callMs: number = CALL_MS): BlobStore {
	const client = new S3Client({
		region: location.region,
		...(location.credentials ? { credentials: location.credentials } : {}),
		...(location.endpoint === undefined ? {} : { endpoint: location.endpoint, forcePathStyle: true }),
		maxAttempts: ATTEMPTS,
		requestHandler: { connectionTimeout: CONNECT_MS },
		// Some stores other than Amazon's do not understand checksums in trailers and would store them as part of the object.
		requestChecksumCalculation: "WHEN_REQUIRED",
		responseChecksumValidation: "WHEN_REQUIRED",
	});
	const Bucket = location.bucket;
	const objectOf = (key: string) => {
		requireBlobKey(key);
		return { Bucket, Key: location.prefix + key };
	};
	// Version 1 of the listing call, which every compatible store supports.
	const listed = (prefix: string, after: string | undefined, call: Call) =>
		client.send(new ListObjectsCommand({ Bucket, Prefix: location.prefix + prefix, Marker: after }), call);

	const read = (key: string, part: { readonly Range?: string }) => {
		const object = { ...objectOf(key), ...part };
		return within(callMs, async (call) => {
			const { Body } = await client.send(new GetObjectCommand(object), call);
			return (await Body?.transformToByteArray()) ?? new Uint8Array();
		});
	};

	return {
		async put(key, bytes) {
			const object = { ...objectOf(key), Body: bytes, ContentLength: bytes.length };
			await within(callMs, (call) => client.send(new PutObjectCommand(object), call));
		},
		get: (key) => read(key, {}),
		// A store that does not support ranges sends the whole object.
		async getStart(key, lengthBytes) {
			return (await read(key, { Range: `bytes=0-${lengthBytes - 1}` })).subarray(0, lengthBytes);
		},
		async delete(key) {
			const object = objectOf(key);
			await within(callMs, (call) => client.send(new DeleteObjectCommand(object), call));
		},
		async *list(prefix) {
			let after: string | undefined;
			do {
				const page = await within(callMs, (call) => listed(prefix, after, call));
				const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
				for (const key of keys) yield key.slice(location.prefix.length);
				after = page.IsTruncated ? keys.at(-1) : undefined;
			} while (after !== undefined);
		},
		async check() {
			await within(callMs, (call) => client.send(new ListObjectsCommand({ Bucket, MaxKeys: 1 }), call));
		},
	};
}

/** @throws BlobMissing, BlobUnavailable; the latter also on timeout, wherever the call hangs. */
async function within<T>(callMs: number, work: (call: Call) => Promise<T>): Promise<T> {
	const giveUp = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const tooLate = new Promise<never>((_, reject) => {
		timer = setTimeout(() => {
			giveUp.abort();
			reject(new BlobUnavailable(`the blob store gave no answer within ${callMs} ms`));
		}, callMs);
	});
	try {
		return await Promise.race([work({ abortSignal: giveUp.signal }), tooLate]);
	} catch (fault) {
		throw translated(fault);
	} finally {
		clearTimeout(timer);
	}
}

function translated(fault: unknown): Error {
	if (fault instanceof BlobUnavailable) return fault;
	const name = fault instanceof Error ? fault.name : "";
	if (name === "NoSuchKey" || name === "NotFound") return new BlobMissing(String(fault));
	return new BlobUnavailable(systemMessage(fault) ?? String(fault));
}
