/** Where to go after signing in: where the door was closed, if that was one of these pages. */
export function returnTo(state: unknown): string {
	const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
	return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/keys";
}
