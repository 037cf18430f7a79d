import { previewSide } from "@packshot/marking/attribute";
import type { LeakReport } from "./leak-report.ts";

type Origin = NonNullable<LeakReport["origin"]>;

/** Whether leaks are copies from this service (SPEC E2), as in the JSON document; `null` when they show none of its pictures. */
export function originDocument(origin: LeakReport["origin"]) {
	if (!origin) return null;
	return {
		verdict: origin.verdict,
		false_positive_probability: origin.falsePositiveProbability,
		reserved_cells: origin.reservedCells,
		explanation: explanationOf(origin),
	};
}

/** The same as a line of text. */
export function originLine(origin: Origin): string {
	const { verdict, falsePositiveProbability } = origin;
	const chance =
		verdict === "unclear" ? "" : ` (false with probability ${falsePositiveProbability.toExponential(1)})`;
	return `origin: ${verdict} — ${explanationOf(origin)}${chance}`;
}

function explanationOf({ verdict, reservedCells, sufficient, maybePreview, isIncomplete }: Origin): string {
	if (verdict === "delivered") return "delivered by this service";
	if (verdict === "elsewhere") return "the same photograph from elsewhere";
	if (reservedCells === 0)
		return "no cells were reserved for the global codeword when copies of this picture were delivered";
	if (!sufficient)
		return `${reservedCells} cells that are reserved for the global codeword are too few to tell`;
	if (maybePreview)
		return `the leak shows the picture at ${previewSide} pixels or less: it may be a preview, which carries no mark`;
	if (isIncomplete) return "more pictures of the catalogue show this photograph than a leak is compared with";
	return `too little is left of the ${reservedCells} cells that are reserved for the global codeword`;
}
