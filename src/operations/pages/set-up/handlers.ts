import type { FastifyRequest } from "fastify";
import { creditsForJson } from "../../../api/credits.ts";
import { actionDescription, actions, isRetired } from "../../../billing/prices/actions.ts";
import { hasCharged, readPriceList } from "../../../billing/prices/prices.ts";
import { handlers } from "../../../pages/call.ts";
import { requireFound } from "../../../pages/errors.ts";
import { openLink } from "../../../people/accounts/one-time-links.ts";
import { draftSession } from "../../../people/accounts/sign-in.ts";
import { peopleErrors } from "../../../people/errors.ts";
import { type SessionParts, signedIn } from "../../../people/pages/accounts/session-handlers.ts";
import { createDrawing } from "../../../pictures/pages/watermark/drawing.ts";
import { DATA_MINING } from "../../../pictures/rights/texts.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { ulid } from "../../../platform/ids.ts";
import { mailFailure, tryMailServer } from "../../../platform/mail/transport.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { completeSetup, dismissCheck, isSetupLink, noteTestMail } from "./changes.ts";
import { readChecklist, type SetupConfig, setupFacts } from "./checklist.ts";
import { CHECKS, setupRoutes } from "./contract.ts";
import { givenSetup, requireSetUp } from "./first-setup.ts";

export interface SetupParts extends SessionParts {
	readonly clock: Clock;
	readonly config: SessionParts["config"] & SetupConfig;
	readonly watermark: Parameters<typeof createDrawing>[0];
}

/** Handlers for the first run, and for the check-list that it leaves. */
export function setupHandlers(parts: SetupParts) {
	const { db, config } = parts;
	const drawing = createDrawing(parts.watermark);
	const opened = (request: FastifyRequest, token: string) =>
		openLink(parts, request, { kind: "setup", token }, async (tokenHashes) =>
			(await isSetupLink(db.read, tokenHashes)) ? "it works" : undefined,
		);
	return handlers(setupRoutes)({
		async "POST /setup/link"({ request, body, nowMs }) {
			await opened(request, body.token);
			const list = await readPriceList(db);
			return {
				prices: actions
					.filter((action) => !isRetired(action))
					.map((action) => ({
						action,
						description: actionDescription(action),
						price: creditsForJson(list.unitsOf(action, nowMs)),
					})),
				prices_are_fixed: await hasCharged(db.read),
				data_mining: [...DATA_MINING],
			};
		},
		async "POST /setup"({ request, reply, actor, body, nowMs }) {
			if (parts.config.sso.localSignIn === "off") throw peopleErrors.local_sign_in_off();
			const { tokenHashes } = await opened(request, body.token);
			const { password, ...given } = await givenSetup(body.setup, drawing);
			if (password === undefined) throw badRequest("setup.administrator.password: is required.");
			const accountId = `acct_${ulid(nowMs)}`;
			const session = draftSession(parts, request);
			const passwordHash = await parts.passwords.hash(password);
			// The link works only once.
			markIrrevocable(request.responseMeta);
			requireSetUp(
				await db.write(completeSetup, {
					...given,
					tokenHashes,
					accountId,
					passwordHash,
					passwordExpiresAtMs: null,
					session: session.stored,
					actor: { ...actor, accountId },
				}),
			);
			return signedIn(parts, { request, reply }, session.token, accountId);
		},
		"GET /admin/checklist": ({ nowMs }) => readChecklist(db, setupFacts(config), nowMs),
		async "PUT /admin/checklist/{check}"({ path, body, actor, nowMs }) {
			const check = requireFound(CHECKS.find((each) => each === path.check));
			await db.write(dismissCheck, { check, isDismissed: body.is_dismissed, actor });
			return readChecklist(db, setupFacts(config), nowMs);
		},
		async "POST /admin/test-mail"({ person, nowMs }) {
			if (config.mail.smtpUrl === undefined) throw peopleErrors.mail_off();
			try {
				await tryMailServer(config.mail, person.account.email);
			} catch (fault) {
				return { is_accepted: false, reason: mailFailure(fault).reason };
			}
			await db.write(noteTestMail, { atMs: nowMs });
			return { is_accepted: true, reason: null };
		},
	});
}
