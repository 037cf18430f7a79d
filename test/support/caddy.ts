import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, makeCertificate } from "./nginx.ts";

const CADDY = "/usr/bin/caddy";

/** Why docs/deploy/Caddyfile cannot be tried; undefined if it can. */
export function whyNoCaddy(): string | undefined {
	return existsSync(CADDY) ? undefined : "Caddy is not installed (apt-get install caddy)";
}

export interface RunningCaddy {
	readonly origin: string;
	/** Lines of its access log. */
	log(): string;
	stop(): Promise<void>;
}

/**
 * Runs docs/deploy/Caddyfile, unchanged except for its ports, the place of its log, and the certificate, which it would request on the internet.
 * @param node port of the service.
 */
export async function startCaddy(port: number, node: number): Promise<RunningCaddy> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-caddy-"));
	makeCertificate(folder);
	let text = readFileSync(new URL("../../docs/deploy/Caddyfile", import.meta.url), "utf8");
	const replace = (from: string, to: string) => {
		if (!text.includes(from)) throw new Error(`the Caddyfile has no ${from}`);
		text = text.replace(from, to);
	};
	const certificate = `tls ${join(folder, "certificate.pem")} ${join(folder, "key.pem")}`;
	replace("api.example.org { # CHANGE", `https://:${port} {\n\tbind 127.0.0.1 ::1\n\t${certificate}`);
	replace("/var/log/caddy/packshot.log", join(folder, "packshot.log"));
	replace("127.0.0.1:8080", `127.0.0.1:${node}`);
	const file = join(folder, "Caddyfile");
	// HTTP/3 would need the UDP port, by which tests reserve the TCP port of the same number.
	const options = [
		"admin off",
		"auto_https off",
		"default_sni api.example.org",
		"servers {\n protocols h1 h2\n }",
	];
	writeFileSync(file, `{\n${options.join("\n")}\n}\n${text}`);
	const words = ["--config", file, "--adapter", "caddyfile"];
	const env = { PATH: process.env.PATH, HOME: folder };
	const caddy = spawn(CADDY, ["run", ...words], { stdio: "ignore", env });
	const origin = `https://127.0.0.1:${port}`;
	while (!(await ask(origin, "/api/v1/health").catch(() => undefined))) {
		if (caddy.exitCode !== null)
			throw new Error(String(spawnSync(CADDY, ["validate", ...words], { env }).stderr));
		await sleep(50);
	}
	return {
		origin,
		log: () => readFileSync(join(folder, "packshot.log"), "utf8"),
		async stop() {
			const gone = once(caddy, "exit");
			caddy.kill("SIGTERM");
			await gone;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
