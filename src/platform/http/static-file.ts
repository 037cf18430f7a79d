import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip, gzipSync } from "node:zlib";
import negotiate from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";

const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A file or document that is the same for everybody, held in memory as it is sent: no request has to open, read or compress anything. */
export interface StaticFile {
	readonly contentType: string;
	readonly bytes: Buffer;
	/** Copies compressed in advance, if any. */
	readonly compressed: Readonly<Partial<Record<Encoding, Buffer | undefined>>>;
	/** Changes with the content. */
	readonly hash: string;
}

const TYPES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		".conf": "text/plain; charset=utf-8",
		".css": "text/css; charset=utf-8",
		".html": "text/html; charset=utf-8",
		".ico": "image/x-icon",
		".jpg": "image/jpeg",
		".js": "text/javascript; charset=utf-8",
		".json": "application/json; charset=utf-8",
		".png": "image/png",
		".service": "text/plain; charset=utf-8",
		".svg": "image/svg+xml",
		".txt": "text/plain; charset=utf-8",
		".wasm": "application/wasm",
		".webp": "image/webp",
		".woff2": "font/woff2",
		".xml": "application/xml; charset=utf-8",
		".yaml": "text/plain; charset=utf-8",
		".yml": "text/plain; charset=utf-8",
	}),
);

/** @param name its extension determines the media type. */
export function staticFile(
	name: string,
	bytes: Buffer,
	compressed: StaticFile["compressed"] = {},
): StaticFile {
	const contentType = TYPES.get(extname(name)) ?? "application/octet-stream";
	return { contentType, bytes, compressed, hash: createHash("sha256").update(bytes).digest("base64url") };
}

/** Higher levels of Brotli take ten times as long to save a few percent. */
const BROTLI_QUALITY = 9;

/** A file with its compressed copies, created on other threads. */
export async function compressedFile(name: string, bytes: Buffer): Promise<StaticFile> {
	const [br, gz] = await Promise.all([
		promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
		promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
	]);
	return staticFile(name, bytes, { br, gzip: gz });
}

/** Up to this size, compressing takes less time than handing it to another thread. */
const COMPRESSED_HERE_BYTES = 32 * 1024;

/** A page that a request waits for, held compressed only: it is unpacked for the few who do not accept that. */
export async function gzippedFile(name: string, bytes: Buffer): Promise<StaticFile> {
	const isSmall = bytes.length <= COMPRESSED_HERE_BYTES;
	const gzipped = isSmall ? gzipSync(bytes) : await promisify(gzip)(bytes);
	const { contentType, hash } = staticFile(name, bytes);
	return {
		contentType,
		hash,
		compressed: { gzip: gzipped },
		get bytes() {
			return gunzipSync(gzipped);
		},
	};
}

/**
 * Every file of a folder by URL path, with its precompressed copies (`.br` and `.gz`); empty if the folder does not exist. A file that exists only as
 * compressed copies is unpacked, so that a package need not include it a third time.
 */
export function filesIn(folder: string): Map<string, StaticFile> {
	const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
	const contents = new Map(
		entries
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => join(parentPath, name))
			.map((path) => [`/${relative(folder, path).replaceAll(sep, "/")}`, readFileSync(path)]),
	);
	const fileAt = (path: string): StaticFile => {
		const [br, gz] = [contents.get(`${path}.br`), contents.get(`${path}.gz`)];
		const bytes = contents.get(path) ?? (gz ? gunzipSync(gz) : brotliDecompressSync(br ?? ""));
		return staticFile(path, bytes, { br, gzip: gz });
	};
	const paths = new Set([...contents.keys()].map((path) => path.replace(/\.(br|gz)$/, "")));
	return new Map([...paths].map((path) => [path, fileAt(path)]));
}

/** Answers GET and HEAD with the smallest copy that the caller accepts, or with 304 if the caller has it already. */
export function sendStaticFile(
	request: FastifyRequest,
	reply: FastifyReply,
	file: StaticFile,
	cacheControl: string,
): FastifyReply {
	const encoding = encodingFor(request, file);
	const bytes = (encoding && file.compressed[encoding]) ?? file.bytes;
	const etag = `"${file.hash}${encoding ? `-${encoding}` : ""}"`;
	const vary = [reply.getHeader("vary") ?? [], "accept-encoding"].flat().join(", ");
	reply.headers({ "cache-control": cacheControl, etag, vary });
	if (holds(request.headers["if-none-match"], etag)) return reply.code(304).send();
	if (encoding) reply.header("content-encoding", encoding);
	reply.headers({ "content-type": file.contentType, "content-length": bytes.length });
	return request.method === "HEAD" ? reply.send() : reply.send(bytes);
}

function encodingFor(request: FastifyRequest, { compressed }: StaticFile): Encoding | undefined {
	const there = ENCODINGS.filter((encoding) => compressed[encoding] !== undefined);
	const accepted = String(request.headers["accept-encoding"] ?? "");
	return negotiate<Encoding>(accepted, there) ?? undefined;
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
	if (ifNoneMatch === undefined) return false;
	return ifNoneMatch.split(",").some((tag) => [etag, "*"].includes(tag.trim().replace(/^W\//, "")));
}
