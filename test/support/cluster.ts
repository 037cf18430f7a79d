import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { parse } from "yaml";
import { freePort } from "./free-port.ts";
import { nginxPorts, startNginx } from "./nginx.ts";
import { type S3Server, startS3 } from "./s3.ts";

/** docs/deploy/compose-cluster.yaml without containers: its commands and settings as they stand in the file, at addresses of this machine. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const NGINX_FILE = "nginx-cluster.conf";

interface Service {
	readonly environment?: Readonly<Record<string, string>>;
	readonly entrypoint?: readonly string[];
	readonly volumes?: readonly string[];
	readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>;
}

export interface Cluster {
	/** By the name of each node: its settings, with its port. */
	readonly nodes: Readonly<Record<string, Readonly<Record<string, string>>>>;
	/** Where nginx answers. */
	readonly origin: string;
	/** Starts nginx, once a node answers. */
	startNginx(): Promise<void>;
	close(): Promise<void>;
}

/** @param databaseServer an empty PostgreSQL server */
export async function openCluster(databaseServer: string): Promise<Cluster> {
	const text = readFileSync(`${root}/docs/deploy/compose-cluster.yaml`, "utf8");
	const { services }: { services: Readonly<Record<string, Service>> } = parse(text, { merge: true });
	const store = await startS3();
	const ports = await nginxPorts();
	const origin = `https://127.0.0.1:${ports.tls}`;
	const { host } = new URL(databaseServer);
	const settingsOf = (name: string) =>
		settingsIn(services[name], {
			...{ "@database/": `@${host}/`, "http://store:8333": store.location("").endpoint ?? "" },
			...{ [services.nginx?.networks?.inside?.ipv4_address ?? "?"]: "127.0.0.1" },
			...{ "${POSTGRES_PASSWORD:?}": "packshot", "${PACKSHOT_SECRET:?}": SECRET },
			...{ "${PACKSHOT_PUBLIC_URL:?}": origin },
			// What the test's store accepts.
			...{ "${AWS_ACCESS_KEY_ID:?}": "S3RVER", "${AWS_SECRET_ACCESS_KEY:?}": "S3RVER" },
		});
	const names = Object.keys(services).filter((name) => name.startsWith("packshot"));
	const nodes: Record<string, Record<string, string>> = {};
	for (const name of names) {
		const port = String(await freePort());
		nodes[name] = { ...settingsOf(name), PACKSHOT_HOST: "127.0.0.1", PACKSHOT_PORT: port };
	}
	await createDatabase(databaseServer, nodes);
	await createBucket(services.bucket, settingsOf("bucket"));
	const mounted = `./docs/deploy/${NGINX_FILE}:`;
	if (!services.nginx?.volumes?.some((volume) => volume.startsWith(mounted)))
		throw new Error(`nginx does not use ${NGINX_FILE}`);
	return running({ nodes, origin, store, ports });
}

const SECRET = "a secret of the cluster of the tests";

function running(parts: {
	readonly nodes: Cluster["nodes"];
	readonly origin: string;
	readonly store: S3Server;
	readonly ports: Awaited<ReturnType<typeof nginxPorts>>;
}): Cluster {
	const { nodes, origin, store, ports } = parts;
	let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
	return {
		nodes,
		origin,
		async startNginx() {
			const own = Object.values(nodes).map(({ PACKSHOT_PORT }) => Number(PACKSHOT_PORT));
			nginx = await startNginx(NGINX_FILE, ports, own);
		},
		async close() {
			await nginx?.stop();
			await store.close();
		},
	};
}

/** The environment of a service, with what stands for names that only containers know. */
function settingsIn(service: Service | undefined, instead: Readonly<Record<string, string>>) {
	const environment = Object.entries(service?.environment ?? {});
	const settings = environment.map(([name, value]) => {
		const filled = Object.entries(instead).reduce((text, [from, to]) => text.replaceAll(from, to), value);
		if (/\$\{|\/\/store|@database/.test(filled)) throw new Error(`${name} is not understood: ${value}`);
		return [name, filled];
	});
	return Object.fromEntries(settings) as Record<string, string>;
}

async function createDatabase(server: string, nodes: Cluster["nodes"]): Promise<void> {
	const names = Object.values(nodes).map(({ PACKSHOT_DATABASE_URL = "" }) => new URL(PACKSHOT_DATABASE_URL));
	const client = new Client(server);
	await client.connect();
	for (const name of new Set(names.map(({ pathname }) => pathname.slice(1))))
		await client.query(`create database ${name}`);
	await client.end();
}

async function createBucket(bucket: Service | undefined, settings: Record<string, string>): Promise<void> {
	const [, ...words] = bucket?.entrypoint ?? [];
	await promisify(execFile)(process.execPath, words, { cwd: root, env: { ...process.env, ...settings } });
}
