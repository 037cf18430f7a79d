/** Takes the token of a one-time link. It is in the fragment, so that no server logs it; here it is removed from the address bar at once. */
export function takeToken(): string {
	const token = location.hash.slice(1);
	if (token !== "") history.replaceState(history.state, "", location.pathname);
	return token;
}
