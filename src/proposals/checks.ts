import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import { checkProposals } from "./check.ts";

export const proposalChecks: readonly Check[] = [
	{
		name: "proposals",
		title: "suggestions",
		async examine({ db, blobs }) {
			const document = await checkProposals({ db, blobs });
			const pictures = counted(document.pictures, "picture");
			const fine = `${document.waiting} waiting; ${pictures} with all their files`;
			return { document, fine, faults: document.faults };
		},
	},
];
