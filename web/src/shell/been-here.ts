const NAME = "packshot-been-here";

/** Whether somebody signed in with this browser before. */
export function wasHere(): boolean {
	try {
		return localStorage.getItem(NAME) !== null;
	} catch {
		// Storage is switched off: everybody comes for the first time.
		return false;
	}
}

/** Notes that somebody has signed in; nothing about who. */
export function rememberVisit(): void {
	try {
		localStorage.setItem(NAME, "1");
	} catch {
		// As above.
	}
}
