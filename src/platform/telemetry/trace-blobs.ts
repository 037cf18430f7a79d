import type { Tracer } from "@opentelemetry/api";
import type { BlobStore } from "../blobs/blob-store.ts";
import { inSpan } from "./in-span.ts";

/** The same store, instrumented: reads and writes for a traced request become part of its trace. */
export function traceBlobs(blobs: BlobStore, tracer: Tracer): BlobStore {
	const step = <T>(name: string, run: () => Promise<T>) => inSpan(tracer, `blob ${name}`, {}, run);
	return {
		put: (key, bytes) => step("put", () => blobs.put(key, bytes)),
		get: (key, roomFor) => step("get", () => blobs.get(key, roomFor)),
		getStart: (key, lengthBytes) => step("get start", () => blobs.getStart(key, lengthBytes)),
		delete: (key) => step("delete", () => blobs.delete(key)),
		list: (prefix) => blobs.list(prefix),
		check: () => step("check", () => blobs.check()),
	};
}
