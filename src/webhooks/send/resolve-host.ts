import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

/** Resolves a host to its current addresses; none if there are none, or no name server answers. @throws the signal's reason when it aborts first. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

interface ResolveOptions {
	/** Name servers as `address:port`; those of the system when left out. */
	readonly servers?: readonly string[];
	readonly hostsFile?: string;
}

const TRY_MS = 2000;
const TRIES = 2;
/** RFC 6761, 6.3: these names never leave the machine. */
const LOCALHOST = /^(.*\.)?localhost\.?$/i;

/**
 * Resolves names as the system does, hosts file first, but without `getaddrinfo`: that occupies one of the few threads of libuv's pool and cannot be
 * cancelled, so that slow name servers of one client would hold up everybody's pictures.
 */
export function createResolveHost({ servers, hostsFile = "/etc/hosts" }: ResolveOptions = {}): ResolveHost {
	return async (host, signal) => {
		const literal = host.replace(/^\[(.*)\]$/, "$1");
		if (isIP(literal)) return [literal];
		if (LOCALHOST.test(host)) return ["127.0.0.1", "::1"];
		const listed = await listedAddresses(hostsFile, host);
		return listed.length > 0 ? listed : askNameServers(host, servers, signal);
	};
}

async function askNameServers(
	host: string,
	servers: readonly string[] | undefined,
	signal: AbortSignal,
): Promise<string[]> {
	signal.throwIfAborted();
	const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
	if (servers) resolver.setServers(servers);
	const cancel = () => resolver.cancel();
	signal.addEventListener("abort", cancel);
	try {
		const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
		signal.throwIfAborted();
		return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
	} finally {
		signal.removeEventListener("abort", cancel);
	}
}

/** The addresses that the hosts file gives for a name; none if there is no such file. */
async function listedAddresses(file: string, host: string): Promise<string[]> {
	const text = await readFile(file, "utf8").catch(() => "");
	return text.split("\n").flatMap((line) => {
		const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
		return isIP(address) && names.some((name) => name.toLowerCase() === host.toLowerCase()) ? [address] : [];
	});
}
