import { handlers } from "../../../pages/call.ts";
import { emailOf } from "../../../people/accounts/accounts.ts";
import type { Database } from "../../../platform/db/database.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { isoTimeOrNull } from "../../../platform/time/clock.ts";
import { pictureErrors } from "../../errors.ts";
import type { CurrentRights } from "../../rights/current-rights.ts";
import { excessBytes } from "../../rights/rights-problem.ts";
import { readRights } from "../../rights/saved-rights.ts";
import { changeRights } from "./changes.ts";
import { type Rights, rightsRoutes } from "./contract.ts";

export interface RightsParts {
	readonly db: Database;
	/** What this process delivers. */
	readonly rights: CurrentRights;
}

/** Handlers for the texts about rights in delivered pictures. */
export function rightsHandlers({ db, rights }: RightsParts) {
	return handlers(rightsRoutes)({
		"GET /admin/rights": () => rightsAnswer(db),
		async "PUT /admin/rights"({ body: { revision, ...given }, actor }) {
			const outcome = await db.write(changeRights, { given, revision, actor });
			if (outcome.kind === "refused") throw badRequest(sentence(outcome.problem));
			if (outcome.kind === "rights_changed") throw pictureErrors.rights_changed();
			rights.forget();
			return rightsAnswer(db);
		},
	});
}

async function rightsAnswer(db: Database): Promise<Rights> {
	const { texts, revision, savedBy, savedAtMs } = await readRights(db.read);
	return {
		texts,
		revision,
		saved_at: isoTimeOrNull(savedAtMs),
		saved_by: await emailOf(db.read, savedBy),
		bytes_left: -excessBytes(texts),
	};
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
