import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver, { type StoredObject } from "s3rver";
import type { S3Location } from "../../src/platform/blobs/blob-url.ts";
import { freePort } from "./free-port.ts";

/** The credentials that s3rver accepts. */
const CREDENTIAL = "S3RVER";
const BUCKET = "packshot-test";

export interface S3Server {
	location(prefix: string): S3Location;
	/** Takes the server down; `start` brings it back at the same address with the same objects. */
	stop(): Promise<void>;
	start(): Promise<void>;
	/** A second server that accepts requests and never answers. */
	hanging(when: "before its answer" | "in the middle of its answer"): Promise<Peer>;
	/** A proxy to it that refuses whoever has no credentials, as a bucket does that is not public. */
	closedToPublic(): Promise<Peer>;
	/** A proxy to it that cuts every connection from its second object on, until it is plugged in again. */
	unplugged(): Promise<Peer & { plugIn(): void; puts(): readonly string[] }>;
	/** A proxy to it that answers 500 the first time. */
	failingOnce(): Promise<Peer & { failures(): number }>;
	close(): Promise<void>;
}

interface Peer {
	readonly endpoint: string;
	close(): Promise<void>;
}

/** By default s3rver answers before its file is written, so on a busy machine the next read may find it empty. */
function storeWhole({ store }: S3rver): void {
	store.putObject = async ({ bucket, key, content, metadata }: StoredObject) => {
		const path = store.getResourcePath(bucket, key, "object");
		const bytes = await buffer(content);
		const md5 = createHash("md5").update(bytes).digest("hex");
		await mkdir(dirname(path), { recursive: true });
		const part = `${path}.${randomUUID()}`;
		await writeFile(part, bytes);
		await rename(part, path);
		await store.putMetadata(bucket, key, metadata, md5);
		return { size: bytes.length, md5 };
	};
}

/** A real S3-compatible server on a free port, with one empty bucket. */
export async function startS3(): Promise<S3Server> {
	process.env.AWS_ACCESS_KEY_ID = CREDENTIAL;
	process.env.AWS_SECRET_ACCESS_KEY = CREDENTIAL;
	const directory = mkdtempSync(join(tmpdir(), "packshot-s3-"));
	let port = 0;
	let server: S3rver;
	const start = async () => {
		server = new S3rver({
			address: "127.0.0.1",
			port,
			silent: true,
			directory,
			vhostBuckets: false,
			configureBuckets: [{ name: BUCKET, configs: [] }],
		});
		storeWhole(server);
		port = (await server.run()).port;
	};
	const stop = () => server.close();
	await start();

	return {
		location: (prefix) => ({
			bucket: BUCKET,
			prefix,
			endpoint: `http://127.0.0.1:${port}`,
			region: "us-east-1",
		}),
		start,
		stop,
		hanging: (when) =>
			peer((_request, response) => {
				if (when === "before its answer") return;
				response.writeHead(200, { "content-length": "1000", etag: '"x"' });
				response.write("only this");
			}),
		closedToPublic: () =>
			peer((incoming, response) => {
				if (incoming.headers.authorization !== undefined) return passOn(incoming, response, port);
				response.writeHead(403, { "content-type": "application/xml" });
				response.end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
			}),
		unplugged: () => unplugged(port),
		async failingOnce() {
			let failures = 0;
			const way = await peer((incoming, response) => {
				if (failures === 0) {
					failures++;
					response.writeHead(500).end();
				} else passOn(incoming, response, port);
			});
			return { ...way, failures: () => failures };
		},
		async close() {
			await stop();
			rmSync(directory, { recursive: true, force: true });
		},
	};
}

async function peer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Peer> {
	const server: Server = createServer(answer);
	// Once it is closed, nobody else answers on this port.
	const port = await freePort();
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	return {
		endpoint: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

async function unplugged(port: number): ReturnType<S3Server["unplugged"]> {
	const puts: string[] = [];
	let isCut = true;
	const way = await peer((incoming, response) => {
		const isPut = incoming.method === "PUT";
		if (isCut && puts.length > 0 && isPut) return void incoming.socket.destroy();
		if (isPut) puts.push(incoming.url ?? "");
		passOn(incoming, response, port);
	});
	const plugIn = () => {
		isCut = false;
	};
	return { ...way, plugIn, puts: () => puts };
}

function passOn(incoming: IncomingMessage, response: ServerResponse, port: number): void {
	const { method, url, headers } = incoming;
	const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	incoming.pipe(onward);
}
