/** Where to go after signing in: the page that was asked for, if it is one of these pages. */
export function returnTo(state: unknown): string {
	const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
	return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/";
}
