import { identificationThreshold } from "@packshot/marking/attribute";
import { isoTime } from "../../platform/time/clock.ts";
import type { LeakCandidate, LeakReport } from "../attribution/leak-report.ts";
import type { Suspect } from "../attribution/leak-suspects.ts";
import type { originDocument } from "../attribution/origin-document.ts";
import type { SearchStage } from "../search/look-alikes.ts";
import { probabilityInWords } from "./probability-words.ts";

/** Progress of tracing. */
export interface CaseProgress {
	readonly stage: SearchStage | "draw";
	readonly done: number;
	readonly total: number | null;
}

/** Most deliveries stored per client; `delivery_count` gives the total. */
const MOST_DELIVERIES = 200;

export interface CaseCandidate {
	readonly client_id: string;
	readonly client_name: string;
	readonly score: number;
	readonly false_positive_probability: number;
	readonly probability_words: string;
	/** Whether the evidence names this client: its probability is under one in a million. */
	readonly is_named: boolean;
	/** The latest ones, oldest first. */
	readonly deliveries: readonly {
		readonly at: string;
		readonly address: string | null;
		readonly request_id: string | null;
		/** Who asked for it in the pages; absent in results of earlier versions. */
		readonly person?: string | null;
	}[];
	readonly delivery_count: number;
	/** Numbers of the leaks that have an evidence picture, counted from 1. */
	readonly evidence: readonly number[];
}

/** Result of tracing, as stored and shown. */
export interface CaseResult {
	readonly verdict: "identified" | "inconclusive";
	readonly origin: ReturnType<typeof originDocument>;
	readonly leaks: readonly { readonly shows: ShownPicture | null }[];
	readonly candidates: readonly CaseCandidate[];
	readonly clients_scored: number;
	/** How many combinations of pictures were tried, which the probabilities allow for; absent in results of earlier versions. */
	readonly guesses?: number;
	/** The version that traced it; absent in results of earlier versions. */
	readonly packshot?: string;
	/** SHA-256 of the case file; `null` when nothing was found that others could verify. */
	readonly case_sha256: string | null;
}

export interface ShownPicture {
	readonly barcode: string;
	readonly variant: string;
	/** Identifies the prepared version from which copies were delivered. */
	readonly mark_id: string;
	readonly base_sha256: string;
	readonly found_by: "barcode" | "hash" | "corners";
}

/** @param baseDigest SHA-256 of the base of the picture that the leak shows */
export function shownPicture(
	suspect: Suspect,
	foundBy: ShownPicture["found_by"],
	baseDigest: string,
): ShownPicture {
	const { barcode, variant } = suspect.version;
	return { barcode, variant, mark_id: suspect.markId, base_sha256: baseDigest, found_by: foundBy };
}

export function candidateDocument(candidate: LeakCandidate, evidence: readonly number[]): CaseCandidate {
	const { clientId, clientName, score, falsePositiveProbability, deliveries } = candidate;
	return {
		client_id: clientId,
		client_name: clientName,
		score: Number(score.toFixed(2)),
		false_positive_probability: falsePositiveProbability,
		probability_words: probabilityInWords(falsePositiveProbability),
		is_named: falsePositiveProbability < identificationThreshold,
		deliveries: deliveries.slice(-MOST_DELIVERIES).map(({ at, address, requestId, person }) => ({
			at: isoTime(at),
			address: address || null,
			request_id: requestId,
			person,
		})),
		delivery_count: deliveries.length,
		evidence,
	};
}

export function clientCount({ grounds }: LeakReport): number {
	return grounds.clients.reduce((sum, { seeds }) => sum + seeds.length / 32, 0);
}
