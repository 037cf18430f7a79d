import { useState } from "react";
import { call } from "../../../api/call.ts";
import { asFailure, pageFailure } from "../../../api/failure.ts";
import type { Review } from "../../../api/shapes.ts";
import { useRefresh } from "../../../api/use-route.ts";
import { notifyFailure, notifySuccess } from "../../../parts/toast.tsx";

/** Decides proposals one after the other, and reports the outcomes. */
export function useDecide() {
	const [left, setLeft] = useState(0);
	const refresh = useRefresh();
	async function decide(reviews: readonly Review[], reason?: string): Promise<void> {
		let done = 0;
		const failures: unknown[] = [];
		for (const [place, review] of reviews.entries()) {
			setLeft(reviews.length - place);
			try {
				await decideOne(review, reason);
				done++;
			} catch (error) {
				failures.push(error);
			}
		}
		await refresh(["/admin"]);
		setLeft(0);
		if (done > 0) notifySuccess(doneWords(done, reason === undefined));
		if (failures.length === 1) notifyFailure(failures[0]);
		if (failures.length > 1) {
			notifyFailure(
				pageFailure(`${failures.length} proposals could not be decided: ${asFailure(failures[0]).message}`),
			);
		}
	}
	return { decide, left };
}

/** @param reason of a rejection. What is approved is what was shown. */
function decideOne({ proposal_id, compared_with }: Review, reason: string | undefined): Promise<Review> {
	const path = { proposal_id };
	return reason === undefined
		? call("POST /admin/review/{proposal_id}/approve", { path, body: { compared_with } })
		: call("POST /admin/review/{proposal_id}/reject", { path, body: { reason } });
}

function doneWords(count: number, isApproval: boolean): string {
	const verb = isApproval ? "approved" : "rejected";
	return count === 1 ? `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)}.` : `${count} ${verb}.`;
}
