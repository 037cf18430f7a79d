import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { handlers } from "../../pages/call.ts";
import { requireFound } from "../../pages/errors.ts";
import { isToRetake, verdictOf } from "../../pictures/store/quality-notes.ts";
import { badRequest, commonErrors } from "../../platform/http/http-error.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { ImportBatch } from "../batches/store.ts";
import { importErrors } from "../errors.ts";
import { doubtsOf, type Card as StoredCard, takenGroups } from "../studio/card.ts";
import { CARD_VIEWS, type CardView, viewPath } from "../studio/card-files.ts";
import { DOUBTS } from "../studio/report-text.ts";
import { saveGroups } from "../studio/save-groups.ts";
import type { Card } from "./card-contract.ts";
import { importRoutes } from "./contract.ts";
import { requireImport, type UploadParts } from "./found-imports.ts";
import { elsewhere } from "./upload-handlers.ts";

/** Handlers for the groups of cards. */
export function cardHandlers(parts: UploadParts) {
	const { db, uploads } = parts;
	const answer = async (importId: string) => cardAnswer(requireCard(await requireImport(parts, importId)));
	return handlers(importRoutes)({
		"GET /admin/imports/{import_id}/card": ({ path }) => answer(path.import_id),
		async "PUT /admin/imports/{import_id}/card"({ path, body, nowMs }) {
			const importId = path.import_id;
			requireCard(await requireImport(parts, importId));
			const outcome = await db.write(saveGroups, {
				importId,
				expiresAtMs: nowMs + uploads.days * DAY_MS,
				...body,
			});
			if (outcome === "changed") throw importErrors.import_not_ready();
			if (outcome !== "saved") throw badRequest(outcome.problem);
			return answer(importId);
		},
		async "GET /admin/imports/{import_id}/card/pictures/{picture}/{view}"({ path, reply }) {
			const { card, folder_id: folderId } = await requireImport(parts, path.import_id);
			const { picture, view } = path;
			if (!card || !Object.hasOwn(CARD_VIEWS, view) || !/^\d{1,4}$/.test(picture))
				throw commonErrors.not_found();
			if (folderId !== (await uploads.folder.id())) throw elsewhere();
			const file = viewPath(uploads.folder.cardPath(path.import_id), Number(picture), view as CardView);
			const found = await stat(file).catch(() => undefined);
			if (!found) throw commonErrors.not_found();
			reply.header("content-length", found.size).type(`image/${CARD_VIEWS[view as CardView]}`);
			reply.send(createReadStream(file));
		},
	});
}

function cardAnswer(card: StoredCard): Card {
	const doubts = doubtsOf(card);
	const taken = new Set(takenGroups(card));
	return {
		revision: card.revision,
		pictures: card.pictures.map(({ id, name, notes, barcodes, notCutOut }) => ({
			id,
			name,
			verdict: verdictOf(notes),
			to_retake: isToRetake(notes),
			barcodes: [...barcodes],
			not_cut_out: notCutOut,
		})),
		groups: card.groups.map((group) => ({
			...group,
			others: [...group.others],
			doubts: doubts(group).map((doubt) => DOUBTS[doubt]),
			is_taken: taken.has(group),
		})),
		refused: card.refused.map(({ name, reason }) => ({ name, reason })),
	};
}

/** @throws HttpError 404 */
function requireCard({ card }: ImportBatch): StoredCard {
	return requireFound(card ?? undefined);
}
