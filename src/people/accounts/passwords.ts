import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { commonErrors } from "../../platform/http/http-error.ts";

/** Hashes and checks passwords with argon2id, off the event loop. */
export interface Passwords {
	hash(password: string): Promise<string>;
	/** Takes just as long if there is no hash to verify, so that the response time does not reveal whether an account exists. */
	verify(password: string, passwordHash: string | undefined): Promise<boolean>;
}

/** 19 MiB, two passes: the minimum of OWASP's password storage cheat sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing runs on the threads that also read pictures from disk; two at a time leave enough of them free. */
const AT_ONCE = 2;
const WAITING = 100;

export function createPasswordHashing(): Passwords {
	const inTurn = limitConcurrency();
	let decoy: Promise<string> | undefined;
	return {
		hash: (password) => inTurn(() => hash(password, COST)),
		async verify(password, passwordHash) {
			decoy ??= hash(randomBytes(32), COST).catch((error: unknown) => {
				decoy = undefined;
				throw error;
			});
			const known = passwordHash ?? (await decoy);
			const isRight = await inTurn(() => verify(known, password));
			return isRight && passwordHash !== undefined;
		},
	};
}

/** Runs work two at a time. @throws HttpError 503 when too much is queued. */
function limitConcurrency(): <T>(work: () => Promise<T>) => Promise<T> {
	const waiting: (() => void)[] = [];
	let running = 0;
	return async (work) => {
		if (waiting.length >= WAITING) throw commonErrors.service_unavailable({ retryAfterSeconds: 2 });
		if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
		else running++;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}
