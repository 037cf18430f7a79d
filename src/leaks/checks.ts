import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import { checkCases } from "./cases/check-cases.ts";

export const leakChecks: readonly Check[] = [
	{
		name: "cases",
		async examine({ db, blobs, read }) {
			const document = await checkCases({ db, blobs }, { read });
			return {
				document,
				fine: `${counted(document.files, "file")} of traced leaks`,
				faults: document.faults.map(
					({ caseId, file, problem }) => `${[caseId, file].filter(Boolean).join(", ")}: ${problem}`,
				),
			};
		},
	},
];
