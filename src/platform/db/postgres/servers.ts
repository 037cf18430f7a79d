/** The parts of a URL before the hosts, the hosts themselves, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;
const SESSION_KIND = /([?&])target_session_attrs=[^&#]*(&|$|(?=#))/;

/**
 * The servers that a URL names, in order, each as a URL of its own: `postgres://packshot@one:5432,two/packshot` in libpq's syntax.
 * `target_session_attrs` is dropped, since the service always needs a server that accepts writes.
 */
export function serverUrls(url: string): string[] {
	const [, before = "", hosts = "", after = ""] = PARTS.exec(url) ?? [];
	const rest = after
		.replace(SESSION_KIND, (_, mark: string, end: string) => (end === "&" ? mark : ""))
		.replace(/\?$/, "");
	return hosts.split(",").map((host) => before + host + rest);
}

/** A URL as it may be shown: without the password and without the parameters, which can hold one too. */
export function shownUrl(url: string): string {
	const [, before = "", hosts = "", after = ""] = PARTS.exec(url) ?? [];
	return before.replace(/^(\w+:\/\/[^:@]*).*@$/, "$1@") + hosts + after.replace(/[?#].*$/, "");
}

/** Servers that can replace each other: one accepts writes, and another takes over when it is gone. */
export interface Servers {
	readonly count: number;
	/** URL of the server to connect to now. */
	current(): string;
	/** Moves on to the next server, unless that has happened already. */
	passOver(url: string): void;
}

/** The servers of a URL, starting with the first. Pools that share this object fail over together. */
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
