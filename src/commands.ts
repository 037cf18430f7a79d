import { refresh } from "./auth/refresh-tokens.ts";
import { revokeToken } from "./auth/revoked-tokens.ts";
import { signIn } from "./auth/sign-in.ts";
import { countSignIns } from "./auth/sign-in-windows.ts";
import { addUpClients, addUpDay, forgetDays } from "./billing/day-commands.ts";
import { grantCredits } from "./billing/grant.ts";
import { noteLowBalance } from "./billing/low-balance.ts";
import { aggregateUsage, trimAudit } from "./billing/retention.ts";
import { settle } from "./billing/settle.ts";
import { expectFiles } from "./cases/case-files.ts";
import { forgetRemoved } from "./cases/retention.ts";
import { claimCase, endCase, renewCase } from "./cases/running.ts";
import { applyMetadata } from "./catalogue/apply-metadata.ts";
import { trimChanges } from "./catalogue/changes/retention.ts";
import { countRequests } from "./catalogue/counted-requests.ts";
import { declareEmptyCatalogue } from "./catalogue/declaration.ts";
import { closeChangeSet, openChangeSet } from "./catalogue/history/change-set.ts";
import { trimHistory } from "./catalogue/history/retention.ts";
import { rewriteProducts } from "./catalogue/rewrite-products.ts";
import { searchCommands } from "./catalogue/search/commands.ts";
import { countSpending } from "./client-account/count-spending.ts";
import { createClient, revokeClient, setOwner } from "./clients/store.ts";
import { claimUrls } from "./images/deliveries.ts";
import { keepGlobalMarkSeed } from "./images/mark-formats.ts";
import { addSizes } from "./images/missing-sizes.ts";
import { recordPlainSizes } from "./images/plain-sizes.ts";
import { remove } from "./images/remove.ts";
import { claimRun, leaveRun, renewRun, takeRun } from "./images/reprocessing/claims.ts";
import { blankAddresses } from "./images/retention.ts";
import { dropPacks, indexImages } from "./images/search/index-pictures.ts";
import { addImage } from "./images/store.ts";
import { undoChanges } from "./images/undo-changes.ts";
import { importCommands } from "./ingest/batches/commands.ts";
import { recordImport } from "./ingest/progress-state.ts";
import { uncountRequests } from "./limits/shared-windows.ts";
import { mailCommands } from "./mail/commands.ts";
import { closeArchive, openArchive, renewArchive } from "./orders/archive-lease.ts";
import { noteOrder } from "./orders/bought/note-orders.ts";
import { noteReads } from "./orders/bought/note-reads.ts";
import { placeOrder } from "./orders/place-order.ts";
import { countQuote } from "./orders/quote-limit.ts";
import { indexCommands } from "./platform/db/command.ts";
import { ping } from "./platform/db/ping.ts";
import { nameEpoch } from "./platform/epoch.ts";
import { setMaintenance } from "./platform/maintenance.ts";
import { recordSecretFit } from "./platform/secret-fit.ts";
import { portalCommands } from "./portal/commands.ts";
import { sweep } from "./retention.ts";
import { transferCommands } from "./transfer/commands.ts";
import { webhookCommands } from "./webhooks/commands.ts";

/** Every write of the service. */
export const commands = indexCommands([
	signIn,
	countSignIns,
	countRequests,
	uncountRequests,
	refresh,
	revokeToken,
	settle,
	grantCredits,
	noteLowBalance,
	applyMetadata,
	trimChanges,
	openChangeSet,
	closeChangeSet,
	trimHistory,
	declareEmptyCatalogue,
	rewriteProducts,
	createClient,
	setOwner,
	revokeClient,
	addImage,
	addSizes,
	recordPlainSizes,
	keepGlobalMarkSeed,
	indexImages,
	dropPacks,
	remove,
	undoChanges,
	claimUrls,
	blankAddresses,
	claimRun,
	takeRun,
	renewRun,
	leaveRun,
	placeOrder,
	noteOrder,
	noteReads,
	countQuote,
	openArchive,
	renewArchive,
	closeArchive,
	expectFiles,
	claimCase,
	renewCase,
	endCase,
	forgetRemoved,
	setMaintenance,
	recordSecretFit,
	nameEpoch,
	recordImport,
	ping,
	sweep,
	trimAudit,
	aggregateUsage,
	addUpClients,
	addUpDay,
	forgetDays,
	countSpending,
	...importCommands,
	...mailCommands,
	...searchCommands,
	...portalCommands,
	...transferCommands,
	...webhookCommands,
]);
