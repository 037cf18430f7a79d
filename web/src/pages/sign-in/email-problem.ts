/** What is wrong with an entered e-mail address; `null` if nothing is. */
export function emailProblem(email: string): string | null {
	return /^\S+@\S+$/.test(email.trim()) ? null : "Enter your e-mail address, such as name@example.com.";
}

/** The same for an optional address. */
export function optionalEmailProblem(email: string): string | null {
	return email.trim() === "" ? null : emailProblem(email);
}
