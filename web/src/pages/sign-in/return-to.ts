/** Where to go after signing in: the page that was asked for, if it is one of these pages and not simply the first one. */
export function returnTo(state: unknown, home = "/"): string {
	const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
	return typeof from === "string" && from !== "/" && /^\/(?![/\\])/.test(from) ? from : home;
}
