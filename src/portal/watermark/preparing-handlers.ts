import { type PreparingRun, readRun } from "../../pictures/reprocessing/run.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import { ulid } from "../../platform/ids.ts";
import { manualTimeMs } from "../../platform/time/clock.ts";
import { portalError } from "../errors.ts";
import type { Actor } from "../events.ts";
import type { Handlers } from "../http/call.ts";
import { runAnswer } from "./answers.ts";
import { askOfPreparing, beginPreparing, resumePreparing } from "./changes.ts";
import type { WatermarkParts } from "./parts.ts";

type PreparingRoute = Extract<keyof Handlers, `${string} /admin/watermark/preparing${string}`>;

/** Handlers for reprocessing pictures. The work is done by a server or by the command (images/reprocessing/). */
export function preparingHandlers({ db, clock }: WatermarkParts): Handlers<PreparingRoute> {
	async function answer() {
		const run: PreparingRun | undefined = await readRun(db.read);
		if (!run) return { run: null };
		return { run: await runAnswer(db, run, await databaseTimeMs(db.read, db.traits, manualTimeMs(clock))) };
	}
	async function ask(asked: "pause" | "stop", actor: Actor) {
		const isAsked = await db.write(askOfPreparing, { asked, manualMs: manualTimeMs(clock), actor });
		if (!isAsked) throw portalError("preparing_elsewhere");
		return answer();
	}
	return {
		"GET /admin/watermark/preparing": () => answer(),
		async "POST /admin/watermark/preparing"({ actor, nowMs }) {
			const outcome = await db.write(beginPreparing, { runId: `prep_${ulid(nowMs)}`, actor });
			if (outcome === "under_way") throw portalError("preparing_under_way");
			return answer();
		},
		"POST /admin/watermark/preparing/pause": ({ actor }) => ask("pause", actor),
		"POST /admin/watermark/preparing/stop": ({ actor }) => ask("stop", actor),
		async "POST /admin/watermark/preparing/resume"({ actor }) {
			if (!(await db.write(resumePreparing, { actor }))) throw portalError("preparing_elsewhere");
			return answer();
		},
	};
}
