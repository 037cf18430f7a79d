import { handlers } from "../../../pages/call.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { seal } from "../../../platform/sealed.ts";
import { requirePassword } from "../../accounts/confirm-password.ts";
import { openTotpSecret, recoveryHashes, type SignInParts } from "../../accounts/sign-in.ts";
import {
	newRecoveryCodes,
	newTotpSecret,
	normalRecoveryCode,
	stepOfCode,
	totpUri,
} from "../../accounts/totp.ts";
import { confirmTotp, removeTotp, startTotp } from "../../accounts/totp-changes.ts";
import { peopleErrors } from "../../errors.ts";
import { accountRoutes } from "./contract.ts";

/** Handlers for the second factor of an account. */
export function totpHandlers(parts: SignInParts) {
	const { db, secrets, admitAttempt } = parts;
	return handlers(accountRoutes)({
		async "POST /totp"({ request, person, body }) {
			const { account_id: accountId, email } = person.account;
			const attempt = await requirePassword(parts, request, person, body.password);
			await attempt.uncount();
			const secret = newTotpSecret();
			const sealedSecret = seal(secret, accountId, secrets.sealKeys);
			if (!(await db.write(startTotp, { accountId, sealedSecret }))) throw peopleErrors.totp_enabled();
			return { secret, uri: totpUri(secret, email) };
		},
		async "POST /totp/confirm"({ request, person, actor, body, nowMs }) {
			const { account_id: accountId, email, totp_secret: sealedSecret, totp_confirmed_at } = person.account;
			if (totp_confirmed_at !== null) throw peopleErrors.totp_enabled();
			if (sealedSecret === null) throw peopleErrors.totp_not_started();
			const attempt = await admitAttempt(request, email);
			const secret = await openTotpSecret(parts, accountId, sealedSecret);
			const step = stepOfCode(secret, body.code, nowMs);
			const codes = newRecoveryCodes();
			const hashes = codes.map(
				(code) => recoveryHashes(accountId, normalRecoveryCode(code) ?? code, secrets)[0],
			);
			// The codes are shown only once, in this response.
			markIrrevocable(request.responseMeta);
			const isOn =
				step !== undefined &&
				(await db.write(confirmTotp, {
					accountId,
					sealedSecret,
					step,
					recoveryHashes: hashes,
					sessionId: person.session.session_id,
					actor,
				}));
			if (!isOn) throw peopleErrors.sign_in_failed({ message: "The code is wrong." });
			await attempt.uncount();
			return { recovery_codes: codes };
		},
		async "DELETE /totp"({ request, person, actor, body }) {
			const attempt = await requirePassword(parts, request, person, body.password);
			await attempt.uncount();
			await db.write(removeTotp, { accountId: person.account.account_id, actor });
		},
	});
}
