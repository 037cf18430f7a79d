import type { FastifyInstance } from "fastify";
import type { RequestWindows } from "../api/limits/request-windows.ts";
import type { RequestCounts } from "../api/request-counts.ts";
import type { Bill, QuoteTable } from "../billing/prices/bill.ts";
import type { PriceList } from "../billing/prices/prices.ts";
import type { ProductAnswer, ProductCaller } from "../catalogue/reading/read-product.ts";
import type { TokenMint } from "../clients/auth/tokens.ts";
import type { ClientDirectory } from "../clients/policy/directory.ts";
import type { FindThumbnail } from "../pictures/store/thumbnails.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import type { Transport } from "../platform/mail/transport.ts";
import type { Secrets } from "../platform/secrets.ts";
import type { SettingsOf } from "../platform/settings.ts";
import type { WebhookService } from "../webhooks/register/service.ts";
import { createAttemptLimits, createMailLimits } from "./accounts/attempt-limits.ts";
import { emailHandlers } from "./accounts/email-handlers.ts";
import { passwordHandlers } from "./accounts/password-handlers.ts";
import { createPasswordHashing } from "./accounts/passwords.ts";
import { sessionHandlers } from "./accounts/session-handlers.ts";
import { mailedBase, signUpHandlers } from "./accounts/sign-up-handlers.ts";
import { totpHandlers } from "./accounts/totp-handlers.ts";
import { activityHandlers } from "./activity/handlers.ts";
import { administrationHandlers } from "./administration/handlers.ts";
import { adminOverviewHandlers } from "./administration/overview-handlers.ts";
import { basketHandlers } from "./basket/handlers.ts";
import { type EditParts, editHandlers } from "./catalogue/edit-handlers.ts";
import { catalogueHandlers } from "./catalogue/handlers.ts";
import { type PictureParts, pictureHandlers } from "./catalogue/picture-handlers.ts";
import { clientHandlers } from "./clients/handlers.ts";
import { previewHandlers } from "./clients/preview-handlers.ts";
import { type Base, createSessionCookie } from "./http/cookie.ts";
import { portalApi } from "./http/register.ts";
import type { UploadParts } from "./imports/found-imports.ts";
import { importHandlers } from "./imports/handlers.ts";
import { callHandlers } from "./keys/call-handlers.ts";
import { keyHandlers } from "./keys/key-handlers.ts";
import { ledgerHandlers } from "./keys/ledger-handlers.ts";
import { overviewHandlers } from "./keys/overview-handlers.ts";
import { quoteHandlers } from "./keys/quote-handlers.ts";
import { spendingHandlers } from "./keys/spending-handlers.ts";
import { traceHandlers } from "./leaks/handlers.ts";
import type { LeakReader } from "./leaks/leak-intake.ts";
import { boughtHandlers } from "./lists/bought-handlers.ts";
import { checkHandlers } from "./lists/check-handlers.ts";
import { listHandlers } from "./lists/list-handlers.ts";
import { createSendMail } from "./mail.ts";
import { noticeHandlers } from "./notices/handlers.ts";
import { type BuyHandlerParts, buyHandlers } from "./orders/buy-handlers.ts";
import { type OrderHandlerParts, orderHandlers } from "./orders/order-handlers.ts";
import { priceHandlers } from "./prices/handlers.ts";
import { type ProductParts, productHandlers } from "./products/product-handlers.ts";
import { thumbnailHandlers } from "./products/thumbnail-handlers.ts";
import type { ProposalParts } from "./proposals/parts.ts";
import { proposalHandlers } from "./proposals/proposal-handlers.ts";
import { reviewHandlers } from "./proposals/review-handlers.ts";
import { uploadHandlers } from "./proposals/upload-handlers.ts";
import type { portalSettings } from "./settings.ts";
import { ssoHandlers } from "./sso/handlers.ts";
import type { SingleSignOn } from "./sso/provider.ts";
import { topUpHandlers } from "./top-ups/handlers.ts";
import { watermarkHandlers } from "./watermark/handlers.ts";
import type { WatermarkParts } from "./watermark/parts.ts";
import { webhookHandlers } from "./webhooks/handlers.ts";

export interface PortalParts extends Pick<ProductParts, "findProduct" | "orders" | "pageCursors"> {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly secrets: Secrets;
	readonly settings: SettingsOf<typeof portalSettings>;
	/** `undefined` if there is no mail server. */
	readonly transport: Transport | undefined;
	/** Whether low-balance mails and digests are sent: there is a mail server, and the base of links in mail is known. */
	readonly noticesOn: boolean;
	readonly digestHour: number;
	readonly base: Base;
	/** Whether `base` is configured rather than taken from the request. */
	readonly isBaseSet: boolean;
	readonly windows: RequestWindows;
	readonly clients: ClientDirectory;
	readonly mint: TokenMint;
	readonly prices: () => Promise<PriceList>;
	readonly quotes: QuoteTable<ProductCaller>;
	readonly previewProduct: Bill<ProductCaller, ProductAnswer>;
	readonly webhooks: WebhookService;
	readonly findThumbnail: FindThumbnail;
	readonly uploads: UploadParts["uploads"];
	readonly catalogue: Omit<EditParts & PictureParts, "db" | "hashKeys" | "orders">;
	readonly ordering: Omit<BuyHandlerParts & OrderHandlerParts, "db">;
	readonly proposing: ProposalParts;
	readonly watermark: Omit<WatermarkParts, "findProduct">;
	readonly leakReader: LeakReader;
	/** `undefined` if no provider is configured. */
	readonly sso: SingleSignOn | undefined;
	readonly localSignIn: boolean;
	/** `undefined` if responses are not counted, because there are no metrics. */
	readonly requestCounts: RequestCounts | undefined;
}

/** The API of the pages: accounts, their keys and top-ups, and administration. */
export function portalRoutes(parts: PortalParts): (app: FastifyInstance) => Promise<void> {
	const { db, secrets, settings, base } = parts;
	const { hashKeys } = secrets;
	const cookie = createSessionCookie(base);
	const sendMail = createSendMail(parts.transport);
	const signingIn = {
		webhooksOn: parts.webhooks.isOn,
		ssoName: parts.sso?.name,
		localSignIn: parts.localSignIn,
		db,
		secrets,
		settings,
		cookie,
		sendMail,
		passwords: createPasswordHashing(),
		admitAttempt: createAttemptLimits(db, settings),
	};
	const mailing = {
		...signingIn,
		mailedBase: mailedBase(base, parts.isBaseSet),
		admitMail: createMailLimits(db, settings),
	};
	return portalApi(
		{ db, hashKeys, settings, cookie, base },
		{
			...sessionHandlers(signingIn),
			...ssoHandlers({ ...signingIn, base, sso: parts.sso }),
			...signUpHandlers(mailing),
			...emailHandlers(mailing),
			...noticeHandlers({ ...parts, hashKeys }),
			...passwordHandlers(signingIn),
			...totpHandlers(signingIn),
			...keyHandlers({ ...parts, hashKeys }),
			...ledgerHandlers(parts),
			...callHandlers(parts),
			...spendingHandlers(parts),
			...overviewHandlers(parts),
			...quoteHandlers(parts),
			...basketHandlers(parts),
			...buyHandlers({ ...parts.ordering, db }),
			...orderHandlers({ ...parts.ordering, db }),
			...productHandlers(parts),
			...listHandlers(parts),
			...checkHandlers({ ...parts.ordering, db }),
			...boughtHandlers({ ...parts.ordering, db }),
			...thumbnailHandlers(parts),
			...topUpHandlers(parts),
			...webhookHandlers(parts),
			...clientHandlers({ ...parts, hashKeys }),
			...previewHandlers(parts),
			...activityHandlers(parts),
			...adminOverviewHandlers(parts),
			...priceHandlers(parts),
			...proposalHandlers(parts.proposing),
			...uploadHandlers(parts.proposing),
			...reviewHandlers(parts.proposing),
			...importHandlers(parts),
			...traceHandlers(parts),
			...watermarkHandlers({ ...parts.watermark, findProduct: parts.findProduct }),
			...catalogueHandlers({ ...parts.catalogue, db }),
			...editHandlers({ ...parts.catalogue, db, orders: parts.orders }),
			...pictureHandlers({ ...parts.catalogue, db, hashKeys }),
			...administrationHandlers({ db, hashKeys, base, sendMail }),
		},
	);
}
