import { Client } from "pg";

/** What comes before the hosts, the hosts, and what comes after them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;
const SESSION_KIND = /([?&])target_session_attrs=[^&#]*(&|$|(?=#))/;

/**
 * The servers that a URL names, in its order, each as a URL of its own: `postgres://packshot@one:5432,two/packshot` as libpq reads it.
 * `target_session_attrs` is left out: there is no choice, the service writes.
 */
export function serverUrls(url: string): string[] {
	const [, before = "", hosts = "", after = ""] = PARTS.exec(url) ?? [];
	const rest = after
		.replace(SESSION_KIND, (_, mark: string, end: string) => (end === "&" ? mark : ""))
		.replace(/\?$/, "");
	return hosts.split(",").map((host) => before + host + rest);
}

/** Servers that stand in for each other: one takes writes, and another when that one is gone. */
export interface Servers {
	readonly count: number;
	/** The URL of the one to connect to now. */
	current(): string;
	/** Goes on to the next server, unless the current one is another by now. */
	passOver(url: string): void;
}

/** The servers of a URL, beginning with the first. Whoever opens several pools gives them the same servers, so that all follow when one does. */
export function openServers(url: string): Servers {
	const urls = serverUrls(url);
	let place = 0;
	const current = () => urls[place] ?? url;
	return {
		count: urls.length,
		current,
		passOver(passed) {
			if (passed === current()) place = (place + 1) % urls.length;
		},
	};
}

/** What the driver calls when it is connected, or could not. */
type Told = ((fault: Error) => void) | ((fault: null, client: Client) => void);

const serverOf = new WeakMap<object, string>();

/** What makes a pool's connections: each to the server that is current then, which is passed over if it cannot be reached. */
export function clientOf(servers: Servers): typeof Client {
	// The driver asks for a class.
	return class extends Client {
		constructor(options: ConstructorParameters<typeof Client>[0]) {
			const url = servers.current();
			super({ ...(options as object), connectionString: url });
			serverOf.set(this, url);
		}

		override connect(): Promise<Client>;
		override connect(callback: Told): void;
		override connect(callback?: Told): Promise<Client> | undefined {
			if (!callback) return super.connect();
			const tell = callback as (fault: Error | null, client?: Client) => void;
			super.connect((fault: Error | null, client?: Client) => {
				if (fault) passOver(servers, this);
				tell(fault, client);
			});
			return undefined;
		}
	};
}

/** Goes on to the next server, as this connection leads to none that takes writes. */
export function passOver(servers: Servers, client: object): void {
	servers.passOver(serverOf.get(client) ?? "");
}
