/** What is wrong with a typed e-mail address; `null` when nothing is. */
export function emailProblem(email: string): string | null {
	return /^\S+@\S+$/.test(email.trim()) ? null : "Enter your e-mail address, such as name@example.com.";
}

/** The same where no address is needed. */
export function optionalEmailProblem(email: string): string | null {
	return email.trim() === "" ? null : emailProblem(email);
}
