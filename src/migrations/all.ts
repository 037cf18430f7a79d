import type { Migration } from "../platform/db/migrate.ts";
import { firstSchema } from "./0001-first-schema.ts";
import { signInWindows } from "./0002-sign-in-windows.ts";
import { portal } from "./0003-portal.ts";
import { ledgerDays } from "./0004-ledger-days.ts";
import { thirdMaskColumn } from "./0005-third-mask-column.ts";
import { deliveryAddresses } from "./0006-delivery-addresses.ts";
import { plainSizes } from "./0007-plain-sizes.ts";
import { ledgerBarcode } from "./0008-ledger-barcode.ts";
import { revokedTokenExpiry } from "./0009-revoked-token-expiry.ts";
import { signUpLinks } from "./0010-sign-up-links.ts";
import { imageSizes } from "./0011-image-sizes.ts";
import { globalMarks } from "./0013-global-marks.ts";
import { leakSearch } from "./0014-leak-search.ts";
import { productChanges } from "./0015-product-changes.ts";
import { webhooks } from "./0016-webhooks.ts";
import { orders } from "./0017-orders.ts";
import { auditDetails } from "./0018-audit-details.ts";
import { mailAndSpending } from "./0019-mail-and-spending.ts";
import { productSearch } from "./0020-product-search.ts";
import { baskets } from "./0021-baskets.ts";
import { roles } from "./0022-roles.ts";
import { markingVersion } from "./0023-marking-version.ts";
import { eventSearch } from "./0024-event-search.ts";
import { productHistory } from "./0025-product-history.ts";
import { imports } from "./0026-imports.ts";
import { proposals } from "./0027-proposals.ts";
import { leakCases } from "./0028-leak-cases.ts";
import { accountIdentity } from "./0029-account-identity.ts";
import { catalogueLists } from "./0040-catalogue-lists.ts";
import { watermarkStyle } from "./0041-watermark-style.ts";
import { administrationLists } from "./0042-administration-lists.ts";
import { usageDays } from "./0043-usage-days.ts";
import { importModes } from "./0044-import-modes.ts";
import { packRules } from "./0045-pack-rules.ts";
import { accountClients } from "./0048-account-clients.ts";
import { balances } from "./0049-balances.ts";
import { members } from "./0051-members.ts";
import { pictureRights } from "./0052-picture-rights.ts";
import { productSpending } from "./0053-product-spending.ts";
import { capAlerts } from "./0054-cap-alerts.ts";
import { groupMembers } from "./0055-group-members.ts";
import { earlierWatermark } from "./0056-earlier-watermark.ts";
import { importMappings } from "./0057-import-mappings.ts";
import { caseHandOver } from "./0058-case-hand-over.ts";
import { pictureAdjustments } from "./0059-picture-adjustments.ts";
import { provenMailboxes } from "./0060-proven-mailboxes.ts";
import { formerBarcodes } from "./0061-former-barcodes.ts";
import { deliveries } from "./0062-deliveries.ts";
import { sumProgress } from "./0063-sum-progress.ts";
import { spendingAlerts } from "./0064-spending-alerts.ts";
import { usageSums } from "./0065-usage-sums.ts";
import { tasks } from "./0066-tasks.ts";
import { ledgerDaysSum } from "./0067-ledger-days-sum.ts";
import { certificates } from "./0068-certificates.ts";
import { kosherAlerts } from "./0069-kosher-alerts.ts";
import { payments } from "./0070-payments.ts";
import { alertEvents } from "./0071-alert-events.ts";
import { lookedAtConflicts } from "./0072-looked-at.ts";
import { automaticTopUps } from "./0073-automatic-top-ups.ts";
import { billingDetails } from "./0074-billing-details.ts";
import { labelReadings } from "./0075-label-readings.ts";
import { alertMail } from "./0076-alert-mail.ts";
import { balanceEvents } from "./0077-balance-events.ts";
import { cards } from "./0078-cards.ts";
import { followers } from "./0079-followers.ts";
import { toldAlerts } from "./0080-told-alerts.ts";

/** Every step of the schema, oldest first. Append only. */
export const migrations: readonly Migration[] = [
	firstSchema,
	signInWindows,
	portal,
	ledgerDays,
	thirdMaskColumn,
	deliveryAddresses,
	plainSizes,
	ledgerBarcode,
	revokedTokenExpiry,
	signUpLinks,
	imageSizes,
	globalMarks,
	leakSearch,
	productChanges,
	orders,
	auditDetails,
	webhooks,
	baskets,
	roles,
	mailAndSpending,
	eventSearch,
	markingVersion,
	productSearch,
	productHistory,
	imports,
	proposals,
	leakCases,
	accountIdentity,
	catalogueLists,
	watermarkStyle,
	administrationLists,
	usageDays,
	importModes,
	packRules,
	accountClients,
	balances,
	members,
	pictureRights,
	productSpending,
	capAlerts,
	groupMembers,
	earlierWatermark,
	importMappings,
	caseHandOver,
	pictureAdjustments,
	provenMailboxes,
	formerBarcodes,
	deliveries,
	sumProgress,
	spendingAlerts,
	usageSums,
	tasks,
	ledgerDaysSum,
	certificates,
	kosherAlerts,
	payments,
	alertEvents,
	lookedAtConflicts,
	automaticTopUps,
	billingDetails,
	labelReadings,
	alertMail,
	balanceEvents,
	cards,
	followers,
	toldAlerts,
];
