import { randomBytes } from "node:crypto";
import { peopleErrors } from "../errors.ts";

const SHORTEST = 10;
const LONGEST = 200;
const FEWEST_DIFFERENT = 5;

/** Long enough for the rule above, yet among the first passwords that attackers try. */
const COMMON = new Set([
	"password",
	"passwort",
	"letmein",
	"welcome",
	"iloveyou",
	"administrator",
	"changeme",
	"sunshine",
	"football",
	"baseball",
	"princess",
	"superman",
	"trustno",
	"qwertyuiop",
	"qwertzuiop",
	"qwerty",
	"asdfghjkl",
	"qazwsxedc",
	"zaqxswcde",
	"abcdefghij",
	"qqww",
	"packshot",
]);

/** What is wrong with a new password, or `undefined` (after NIST SP 800-63B: length and guessability, no character classes). */
export function passwordProblem(password: string, email: string): string | undefined {
	const length = [...password].length;
	if (length < SHORTEST) return `A password must have at least ${SHORTEST} characters.`;
	if (length > LONGEST) return `A password can have at most ${LONGEST} characters.`;
	if (new Set(password).size < FEWEST_DIFFERENT) return "This password uses too few different characters.";
	if (guessesOf(password).some((guess) => COMMON.has(guess)) || isCounting(password))
		return "This password is one of the first that attackers try.";
	const [name = ""] = email.split("@");
	const isName = guessesOf(password).some((guess) => guessesOf(name).includes(guess));
	if (name.length >= 4 && isName) return "This password is the same as the e-mail address.";
	return undefined;
}

/** @throws HttpError 400 `password_too_weak` */
export function requireStrong(password: string, email: string): void {
	const message = passwordProblem(password, email);
	if (message) throw peopleErrors.password_too_weak({ message });
}

/** A password to be handed over and used once: 80 random bits as four groups that can be read aloud. */
export function oneTimePassword(): string {
	const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
	const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join("");
	return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** The base words from which an attacker would derive a password: `password1234` and `P4$$w0rd!` are both `password`. */
function guessesOf(text: string): string[] {
	const small = text.toLowerCase();
	const core = small.replace(/^[^a-z]+|[^a-z]+$/g, "");
	const plain = core.replace(/0/g, "o").replace(/[4@]/g, "a").replace(/3/g, "e").replace(/[$5]/g, "s");
	return [small, plain].map((each) => each.replace(/[^a-z]/g, "")).filter((each) => each !== "");
}

/** `1234567890`, `9876543210` and the like. */
function isCounting(password: string): boolean {
	return (
		/^\d+$/.test(password) &&
		("01234567890123456789".includes(password) || "98765432109876543210".includes(password))
	);
}
