import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "./free-port.ts";
import { SLOW_PATIENCE_MS } from "./patience.ts";

/** Debian's. */
const SOURCE = "/usr/share/wordpress";

/** A WordPress site of its own, with its database, in a temporary folder. */
export interface WordPress {
	readonly url: string;
	/** The name of a user who is an author. */
	readonly user: string;
	/** An application password of that user. */
	readonly password: string;
	/** What its media library holds: file names and alternative texts. */
	media(): Promise<{ readonly file: string; readonly alt: string }[]>;
	close(): Promise<void>;
}

/** Why there can be none; `undefined` if there can. */
export function noWordPress(): string | undefined {
	const missing = [SOURCE, "/usr/bin/php", "/usr/sbin/mariadbd"].filter((path) => !existsSync(path));
	if (missing.length === 0) return undefined;
	return `no ${missing.join(", ")}: apt-get install wordpress php-cli php-mysql php-gd mariadb-server`;
}

/** Installs and starts a site. */
export async function startWordPress(): Promise<WordPress> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-wordpress-"));
	chmodSync(folder, 0o755);
	const [site, socket] = [join(folder, "site"), join(folder, "socket")];
	const database = await startDatabase(folder, socket);
	cpSync(SOURCE, site, { recursive: true, dereference: true });
	mkdirSync(join(site, "wp-content", "uploads"), { recursive: true });
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	writeFileSync(join(site, "wp-config.php"), configuration(socket, url));
	const password = execFileSync("php", ["-r", INSTALLATION], { cwd: site, encoding: "utf8" }).trim();
	// Several at a time, since the site asks itself for things.
	const server = spawn("php", ["-S", `127.0.0.1:${port}`, "-t", site], {
		stdio: "ignore",
		env: { ...process.env, PHP_CLI_SERVER_WORKERS: "3" },
	});
	const media = () => fetch(`${url}/?rest_route=/wp/v2/media&per_page=100`);
	await vi.waitUntil(async () => (await media().catch(() => undefined))?.ok, SLOW_PATIENCE_MS);
	return {
		url,
		user: "author",
		password,
		async media() {
			const rows = (await (await media()).json()) as { source_url: string; alt_text: string }[];
			return rows.map(({ source_url, alt_text }) => ({
				file: new URL(source_url).pathname.split("/").at(-1) ?? "",
				alt: alt_text,
			}));
		},
		async close() {
			await Promise.all([stopped(server), stopped(database)]);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function startDatabase(folder: string, socket: string): Promise<ChildProcess> {
	const data = join(folder, "database");
	const common = ["--no-defaults", `--datadir=${data}`, ...(process.getuid?.() === 0 ? ["--user=root"] : [])];
	execFileSync("mariadb-install-db", [...common, "--auth-root-authentication-method=normal"], {
		stdio: "ignore",
	});
	const server = spawn("/usr/sbin/mariadbd", [...common, `--socket=${socket}`, "--skip-networking"], {
		stdio: "ignore",
	});
	const create = ["--no-defaults", "-S", socket, "-uroot", "-e", "create database wordpress"];
	await vi.waitUntil(() => {
		try {
			execFileSync("mariadb", create, { stdio: "ignore" });
			return true;
		} catch {
			return false;
		}
	}, SLOW_PATIENCE_MS);
	return server;
}

async function stopped(process: ChildProcess): Promise<void> {
	if (process.exitCode !== null) return;
	const exit = once(process, "exit");
	process.kill();
	await exit;
}

/** Application passwords need https, except on a site for development. */
const configuration = (socket: string, url: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('WP_HOME', '${url}');
define('WP_SITEURL', '${url}');
define('WP_ENVIRONMENT_TYPE', 'local');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

/** Prints the application password. */
const INSTALLATION = `
define('WP_INSTALLING', true);
require 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Shop', 'owner', 'owner@shop.test', false, '', wp_generate_password());
$author = wp_insert_user(['user_login' => 'author', 'user_pass' => wp_generate_password(), 'role' => 'author']);
$made = WP_Application_Passwords::create_new_application_password($author, ['name' => 'pictures']);
echo $made[0];
`;
