import { fromReserve } from "../platform/db/command.ts";
import { approveProposal } from "./approve.ts";
import { mailDecisions } from "./decision-notices.ts";
import { propose, rejectProposal, withdrawProposal } from "./propose.ts";
import { forgetPictures, releasePictures } from "./retention.ts";
import { addPicture, addPiece } from "./uploads.ts";

/** Every write of the proposals. */
export const proposalCommands = [
	// Access can be taken away, and room made, on a full disk.
	...[withdrawProposal, rejectProposal, releasePictures, forgetPictures].map(fromReserve),
	addPiece,
	addPicture,
	propose,
	approveProposal,
	mailDecisions,
];
