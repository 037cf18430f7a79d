import { fromReserve } from "../platform/db/command.ts";
import { expectFiles } from "./cases/case-files.ts";
import {
	addCaseLeak,
	cancelTracing,
	changeAnyCase,
	deleteAnyCase,
	noteCaseFetched,
	openNewCase,
	traceCase,
} from "./cases/changes.ts";
import { makeCaseLink, noteOnCase, openCaseLink, revokeCaseLink } from "./cases/hand-over.ts";
import { forgetRemoved } from "./cases/retention.ts";
import { claimCase, endCase } from "./cases/running.ts";

/** Every write of the leaks. */
export const leakCommands = [
	// Access can be taken away, and room made, on a full disk.
	...[deleteAnyCase, revokeCaseLink, cancelTracing].map(fromReserve),
	expectFiles,
	claimCase,
	endCase,
	forgetRemoved,
	openNewCase,
	addCaseLeak,
	traceCase,
	changeAnyCase,
	noteCaseFetched,
	noteOnCase,
	makeCaseLink,
	openCaseLink,
];
