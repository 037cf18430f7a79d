import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { everySetting, loadConfig } from "../src/config.ts";
import { VERSION } from "../src/version.ts";
import { type S3Server, startS3 } from "./support/s3.ts";

/** Checks the compose files against the settings and the files they name, without running them. */

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (file: string) => readFileSync(join(root, file), "utf8");

interface Service {
	readonly image: string;
	readonly read_only?: boolean;
	readonly cap_drop?: readonly string[];
	readonly security_opt?: readonly string[];
	readonly tmpfs?: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
	readonly volumes?: readonly string[];
	readonly networks?: readonly string[] | Readonly<Record<string, { ipv4_address: string }>>;
	readonly depends_on?: readonly string[] | Readonly<Record<string, { condition: string }>>;
	readonly entrypoint?: readonly string[];
	readonly healthcheck?: object;
	readonly working_dir?: string;
}

interface Compose {
	readonly services: Readonly<Record<string, Service>>;
	readonly volumes?: Readonly<Record<string, null>>;
	readonly networks?: Readonly<Record<string, unknown>>;
}

const read = (file: string): Compose => parse(text(file), { merge: true });
const files = ["compose.yaml", "docs/deploy/compose-cluster.yaml"];
const names = (list: readonly string[] | object | undefined) =>
	Array.isArray(list) ? list : Object.keys(list ?? {});

describe.each(files)("%s", (file) => {
	const { services, volumes = {}, networks = {} } = read(file);
	const nodes = Object.entries(services).filter(([name]) => name.startsWith("packshot"));

	test("runs this version of Packshot with a read-only root, no capabilities and no new privileges", () => {
		expect(nodes.length).toBeGreaterThan(0);
		for (const [, node] of nodes) {
			expect(node).toMatchObject({
				image: `packshot:${VERSION}`,
				read_only: true,
				cap_drop: ["ALL"],
				tmpfs: ["/tmp"],
			});
			expect(node.security_opt).toContain("no-new-privileges:true");
		}
	});

	test("sets only known settings, to valid values", () => {
		const known = everySetting.map(({ name }) => name);
		for (const [, { environment = {} }] of nodes) {
			const set = Object.keys(environment).filter((name) => name.startsWith("PACKSHOT_"));
			expect(set.filter((name) => !known.includes(name))).toEqual([]);
			const filled = Object.entries(environment).map(([name, value]) => [
				name,
				value.replace(/\$\{(\w+):\?\}/g, filling),
			]);
			expect(() => loadConfig(Object.fromEntries(filled))).not.toThrow();
		}
	});

	test("refers only to services, networks, volumes and files that exist", () => {
		for (const service of Object.values(services)) {
			expect(names(service.depends_on).filter((name) => !services[name])).toEqual([]);
			expect(names(service.networks).filter((name) => !(name in networks))).toEqual([]);
			for (const [from = "", to] of (service.volumes ?? []).map((volume) => volume.split(":"))) {
				if (!from.startsWith(".")) expect(Object.keys(volumes)).toContain(from);
				// The certificate is supplied by the operator.
				else if (from !== "./tls") expect(existsSync(join(root, from))).toBe(true);
				if (service.image.startsWith("packshot:")) expect(to).toBe("/data");
			}
			for (const [name, { condition }] of Object.entries(
				Array.isArray(service.depends_on) ? {} : (service.depends_on ?? {}),
			))
				if (condition === "service_healthy") expect(services[name]?.healthcheck).toBeDefined();
		}
	});
});

function filling(_all: string, name: string): string {
	return name === "PACKSHOT_PUBLIC_URL"
		? "https://api.example.org"
		: "letters and digits of forty characters in all".replaceAll(" ", "");
}

describe("the cluster", () => {
	const { services } = read("docs/deploy/compose-cluster.yaml");

	test("trusts nginx, whose configuration differs from nginx.conf only in the nodes and the certificate", () => {
		const { networks } = services.nginx as { networks: Record<string, { ipv4_address: string }> };
		expect(services["packshot-1"]?.environment?.PACKSHOT_TRUSTED_PROXIES).toBe(networks.inside?.ipv4_address);
		const rules = (file: string) =>
			text(file)
				.split("\n")
				.map((line) => line.replace(/#.*/, "").trim())
				.filter((line) => line && !/^server [\w.-]+:8080;$|^ssl_certificate(_key)? /.test(line));
		expect(rules("docs/deploy/nginx-cluster.conf")).toEqual(rules("docs/deploy/nginx.conf"));
		const upstream = [...text("docs/deploy/nginx-cluster.conf").matchAll(/^\tserver ([\w-]+):8080;$/gm)].map(
			([, name = ""]) => name,
		);
		const nodes = Object.keys(services).filter((name) => name.startsWith("packshot"));
		expect(upstream).toEqual(nodes);
		// nginx resolves their addresses only once.
		const addresses = nodes.map((name) => {
			const given = services[name]?.networks as Record<string, { ipv4_address: string }>;
			return given.inside?.ipv4_address;
		});
		expect(new Set(addresses.filter((address) => /^172\.30\.0\.\d+$/.test(address ?? ""))).size).toBe(
			nodes.length,
		);
	});

	describe("its bucket", () => {
		let store: S3Server;
		beforeAll(async () => {
			store = await startS3();
		});
		afterAll(() => store.close());

		test("is created, and creating it again does not fail", async () => {
			const [, ...words] = services.bucket?.entrypoint ?? [];
			const { endpoint } = store.location("");
			const env = { ...process.env, STORE: endpoint };
			for (const _ of [1, 2]) await promisify(execFile)(process.execPath, words, { cwd: root, env });
			expect((await fetch(`${endpoint}/packshot/`, { method: "HEAD" })).status).not.toBe(404);
		});
	});
});
