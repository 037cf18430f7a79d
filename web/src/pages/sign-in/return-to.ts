/** Where to go after signing in: the requested page, if it belongs to these pages and is not just the default. */
export function returnTo(state: unknown, home = "/"): string {
	const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
	return typeof from === "string" && from !== "/" && /^\/(?![/\\])/.test(from) ? from : home;
}
