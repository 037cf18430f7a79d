const SHORTEST = 10;

/** What is wrong with a new password as far as the page can tell; null if nothing is. */
export function newPasswordProblem(password: string): string | null {
	return [...password].length < SHORTEST ? `Use at least ${SHORTEST} characters.` : null;
}

export function passwordProblem(password: string): string | null {
	return password === "" ? "Enter your password." : null;
}
