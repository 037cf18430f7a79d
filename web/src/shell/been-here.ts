const NAME = "packshot-been-here";

/** Whether somebody has signed in with this browser before. */
export function wasHere(): boolean {
	try {
		return localStorage.getItem(NAME) !== null;
	} catch {
		// Storage is disabled: every visit counts as the first.
		return false;
	}
}

/** Records that somebody has signed in, but not who. */
export function rememberVisit(): void {
	try {
		localStorage.setItem(NAME, "1");
	} catch {
		// Storage is disabled.
	}
}
