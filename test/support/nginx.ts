import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** A file of docs/deploy, run by a real nginx unchanged, except for ports, addresses of the nodes, certificate and places of files. */

const NGINX = "/usr/sbin/nginx";

/** Why the files cannot be tried; undefined if they can. */
export function whyNoNginx(): string | undefined {
	return existsSync(NGINX) ? undefined : "nginx is not installed (apt-get install nginx-light)";
}

/** The shipped files, and how they name their nodes. */
export const NGINX_FILES = {
	"nginx.conf": ["server 127.0.0.1:8080;"],
	"nginx-cluster.conf": ["server packshot-1:8080;", "server packshot-2:8080;"],
} as const;
export type NginxFile = keyof typeof NGINX_FILES;

export interface NginxPorts {
	readonly tls: number;
	readonly plain: number;
}

export interface RunningNginx extends NginxPorts {
	/** What pages are opened by. */
	readonly origin: string;
	/** Lines of its access log. */
	log(): string;
	/** Bodies and answers that it has written to files: they are larger than its memory for them. */
	bufferedInFiles(): string[];
	/** Stops it at once and starts it again on the same ports. @param onAway called in between. */
	restart(onAway?: () => void): Promise<void>;
	stop(): Promise<void>;
}

/** Ports for an nginx to be started later: the service has to know them first. */
export async function nginxPorts(): Promise<NginxPorts> {
	return { tls: await freePort(), plain: await freePort() };
}

/**
 * Runs nginx with a shipped file; resolves once it accepts connections.
 * @param nodes ports of the service's nodes, as many as the file names.
 */
export async function startNginx(
	file: NginxFile,
	ports: NginxPorts,
	nodes: readonly number[],
): Promise<RunningNginx> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-nginx-"));
	makeCertificate(folder);
	mkdirSync(join(folder, "temp"));
	writeFileSync(
		join(folder, "nginx.conf"),
		wholeConfiguration(folder, substituted(file, folder, ports, nodes)),
	);
	const origin = `https://127.0.0.1:${ports.tls}`;
	let nginx = await run(folder, origin);
	const end = async () => {
		const gone = once(nginx, "exit");
		nginx.kill("SIGTERM");
		await gone;
	};
	return {
		...ports,
		origin,
		log: () => readFileSync(join(folder, "packshot.log"), "utf8"),
		bufferedInFiles: () =>
			readFileSync(join(folder, "error.log"), "utf8")
				.split("\n")
				.filter((line) => line.includes("to a temporary file")),
		async restart(onAway) {
			await end();
			onAway?.();
			nginx = await run(folder, origin);
		},
		async stop() {
			await end();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function substituted(file: NginxFile, folder: string, ports: NginxPorts, nodes: readonly number[]): string {
	let text = readFileSync(new URL(`../../docs/deploy/${file}`, import.meta.url), "utf8");
	const replace = (from: string | RegExp, to: string) => {
		const replaced = text.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
		if (replaced === text) throw new Error(`${file} has no ${from}`);
		text = replaced;
	};
	for (const [place, server] of NGINX_FILES[file].entries())
		replace(server, `server 127.0.0.1:${nodes[place]};`);
	replace("listen 80;", `listen 127.0.0.1:${ports.plain};`);
	replace("listen [::]:80;", `listen [::1]:${ports.plain};`);
	replace("listen 443 ssl;", `listen 127.0.0.1:${ports.tls} ssl;`);
	replace("listen [::]:443 ssl;", `listen [::1]:${ports.tls} ssl;`);
	replace(/ssl_certificate \S+;/, `ssl_certificate ${join(folder, "certificate.pem")};`);
	replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${join(folder, "key.pem")};`);
	replace("/var/log/nginx/packshot.log", join(folder, "packshot.log"));
	return text;
}

function wholeConfiguration(folder: string, text: string): string {
	const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
		(kind) => `${kind}_temp_path ${join(folder, "temp", kind)};`,
	);
	return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log warn;
events {}
http { ${places.join(" ")}
${text}
}`;
}

async function run(folder: string, origin: string) {
	const words = ["-p", folder, "-c", join(folder, "nginx.conf")];
	const nginx = spawn(NGINX, words, { stdio: "ignore" });
	while (!(await ask(origin, "/api/v1/health").catch(() => undefined))) {
		if (nginx.exitCode !== null) throw new Error(String(spawnSync(NGINX, ["-t", ...words]).stderr));
		await sleep(50);
	}
	return nginx;
}

/** Makes a self-signed certificate for an address: `certificate.pem` and `key.pem`. */
export function makeCertificate(folder: string, address = "127.0.0.1"): void {
	const made = spawnSync("openssl", [
		..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 92 -subj /CN=api.example.org".split(
			" ",
		),
		"-addext",
		`subjectAltName=IP:${address}`,
		"-keyout",
		join(folder, "key.pem"),
		"-out",
		join(folder, "certificate.pem"),
	]);
	if (made.status !== 0) throw new Error(String(made.stderr));
}

export interface RawAnswer {
	readonly status: number;
	readonly headers: Record<string, string | string[] | undefined>;
	readonly bytes: Buffer;
}

export interface RawCall {
	/** GET by default, POST with a body. */
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string | Uint8Array;
}

/**
 * Sends one request as a client of `api.example.org`, whatever the server's certificate. The body is sent in one go, and never again, on a connection of its
 * own: where the answer came before its end, nginx closes the connection without having said so, and whatever was sent on it next is lost.
 */
export function ask(origin: string, path: string, call: RawCall = {}): Promise<RawAnswer> {
	const { hostname, port, protocol } = new URL(origin);
	const method = call.method ?? (call.body === undefined ? "GET" : "POST");
	const headers = { host: "api.example.org", ...call.headers };
	const host = hostname.replace(/[[\]]/g, "");
	return new Promise((resolve, reject) => {
		const request = protocol === "https:" ? requestTls : requestPlain;
		const asking = request(
			{
				host,
				port,
				path,
				headers,
				method,
				rejectUnauthorized: false,
				...(call.body === undefined ? {} : { agent: false }),
			},
			async (answer) => {
				const bytes = await buffer(answer);
				resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes });
			},
		);
		asking.on("error", reject);
		asking.end(call.body);
	});
}
