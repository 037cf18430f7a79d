/** Takes the token of a one-time link. It is in the fragment, so that no server logs it; here it is removed from the address bar at once. */
export function takeToken(): string {
	const token = location.hash.slice(1);
	if (token !== "") history.replaceState(history.state, "", location.pathname);
	return token;
}

/** The same for a page that people leave to sign in and come back to. The token is kept in this tab, under the page's own address, until it is used. */
export function rememberedToken(): string {
	const token = takeToken() || (sessionStorage.getItem(nameHere()) ?? "");
	if (token !== "") sessionStorage.setItem(nameHere(), token);
	return token;
}

export function forgetToken(): void {
	sessionStorage.removeItem(nameHere());
}

function nameHere(): string {
	return `packshot-token ${location.pathname}`;
}
