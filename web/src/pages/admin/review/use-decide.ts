import { useState } from "react";
import { asFailure, pageFailure } from "../../../api/failure.ts";
import { decideReview, type Review, useRefetchReviews } from "../../../api/proposals.ts";
import { notifyFailure, notifySuccess } from "../../../parts/toast.tsx";

/** Decides proposals one after the other, and reports the outcomes. */
export function useDecide() {
	const [left, setLeft] = useState(0);
	const refetch = useRefetchReviews();
	async function decide(reviews: readonly Review[], reason?: string): Promise<void> {
		let done = 0;
		const failures: unknown[] = [];
		for (const [place, review] of reviews.entries()) {
			setLeft(reviews.length - place);
			try {
				await decideReview({ review, ...(reason === undefined ? {} : { reason }) });
				done++;
			} catch (error) {
				failures.push(error);
			}
		}
		await refetch();
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

function doneWords(count: number, isApproval: boolean): string {
	const verb = isApproval ? "approved" : "rejected";
	return count === 1 ? `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)}.` : `${count} ${verb}.`;
}
