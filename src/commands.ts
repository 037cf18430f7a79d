import { uncountRequests } from "./api/limits/shared-windows.ts";
import { noteCapAlert } from "./billing/balances/cap-alerts.ts";
import { grantCredits } from "./billing/balances/grant.ts";
import { noteLowBalance } from "./billing/balances/low-balance.ts";
import { settle } from "./billing/ledger/settle.ts";
import { aggregateUsage, trimAudit } from "./billing/retention.ts";
import { addUpClients, addUpDay, forgetDays } from "./billing/usage/day-commands.ts";
import { trimChanges } from "./catalogue/changes/retention.ts";
import { declareEmptyCatalogue } from "./catalogue/fields/declaration.ts";
import { closeChangeSet, openChangeSet } from "./catalogue/history/change-set.ts";
import { trimHistory } from "./catalogue/history/retention.ts";
import { countRequests } from "./catalogue/reading/counted-requests.ts";
import { searchCommands } from "./catalogue/search/commands.ts";
import { rewriteProducts } from "./catalogue/stored/rewrite-products.ts";
import { applyMetadata } from "./catalogue/writing/apply-metadata.ts";
import { refresh } from "./clients/auth/refresh-tokens.ts";
import { revokeToken } from "./clients/auth/revoked-tokens.ts";
import { signIn } from "./clients/auth/sign-in.ts";
import { countSignIns } from "./clients/auth/sign-in-windows.ts";
import { createClient, revokeClient, setOwner } from "./clients/policy/store.ts";
import { importCommands } from "./imports/batches/commands.ts";
import { recordImport } from "./imports/progress-state.ts";
import { expectFiles } from "./leaks/cases/case-files.ts";
import { forgetRemoved } from "./leaks/cases/retention.ts";
import { claimCase, endCase, renewCase } from "./leaks/cases/running.ts";
import { backupCommands } from "./operations/backup/commands.ts";
import { transferCommands } from "./operations/transfer/commands.ts";
import { noteServedBy } from "./operations/upgrade/served-build.ts";
import { closeArchive, openArchive, renewArchive } from "./orders/archive/archive-lease.ts";
import { noteOrder } from "./orders/bought/note-orders.ts";
import { noteReads } from "./orders/bought/note-reads.ts";
import { placeOrder } from "./orders/buy/place-order.ts";
import { countQuote } from "./orders/buy/quote-limit.ts";
import { claimUrls } from "./pictures/delivery/deliveries.ts";
import { dropPacks, indexImages } from "./pictures/prints/index-pictures.ts";
import { claimRun, leaveRun, renewRun, takeRun } from "./pictures/reprocessing/claims.ts";
import { blankAddresses } from "./pictures/retention.ts";
import { renewFileSizes } from "./pictures/rights/renew-file-sizes.ts";
import { addSizes } from "./pictures/store/missing-sizes.ts";
import { recordPlainSizes } from "./pictures/store/plain-sizes.ts";
import { remove } from "./pictures/store/remove.ts";
import { addImage } from "./pictures/store/store.ts";
import { undoChanges } from "./pictures/store/undo-changes.ts";
import { indexCommands } from "./platform/db/command.ts";
import { ping } from "./platform/db/ping.ts";
import { mailCommands } from "./platform/mail/commands.ts";
import { setMaintenance } from "./platform/maintenance.ts";
import { replaceSecretFit } from "./platform/secret-fit.ts";
import { initServiceState } from "./platform/service-state.ts";
import { portalCommands } from "./portal/commands.ts";
import { countSpending } from "./portal/spending/count-spending.ts";
import { sweep } from "./retention.ts";
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
	noteCapAlert,
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
	renewFileSizes,
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
	replaceSecretFit,
	initServiceState,
	noteServedBy,
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
	...backupCommands,
	...transferCommands,
	...webhookCommands,
]);
