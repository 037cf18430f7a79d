import type { CurrentRights } from "../../pictures/rights/current-rights.ts";
import { excessBytes } from "../../pictures/rights/rights-problem.ts";
import { readRights } from "../../pictures/rights/saved-rights.ts";
import type { Database } from "../../platform/db/database.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { isoTimeOrNull } from "../../platform/time/clock.ts";
import { emailOf } from "../accounts/accounts.ts";
import { portalError } from "../errors.ts";
import { handlers } from "../http/call.ts";
import { changeRights } from "./changes.ts";
import type { Rights } from "./contract.ts";

export interface RightsParts {
	readonly db: Database;
	/** What this process delivers. */
	readonly rights: CurrentRights;
}

/** Handlers for the texts about rights in delivered pictures. */
export function rightsHandlers({ db, rights }: RightsParts) {
	return handlers({
		"GET /admin/rights": () => rightsAnswer(db),
		async "PUT /admin/rights"({ body: { revision, ...given }, actor }) {
			const outcome = await db.write(changeRights, { given, revision, actor });
			if (outcome.kind === "refused") throw badRequest(sentence(outcome.problem));
			if (outcome.kind === "rights_changed") throw portalError("rights_changed");
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
