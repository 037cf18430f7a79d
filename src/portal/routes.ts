import type { FastifyInstance } from "fastify";
import type { FindThumbnail } from "../pictures/store/thumbnails.ts";
import type { Transport } from "../platform/mail/transport.ts";
import type { SettingsOf } from "../platform/settings.ts";
import type { WebhookService } from "../webhooks/register/service.ts";
import { createAttemptLimits, createLinkLimits, createMailLimits } from "./accounts/attempt-limits.ts";
import { emailHandlers } from "./accounts/email-handlers.ts";
import { mailedBase } from "./accounts/mailed-links.ts";
import { passwordHandlers } from "./accounts/password-handlers.ts";
import { createPasswordHashing } from "./accounts/passwords.ts";
import { sessionHandlers } from "./accounts/session-handlers.ts";
import { signUpHandlers } from "./accounts/sign-up-handlers.ts";
import { totpHandlers } from "./accounts/totp-handlers.ts";
import { activityHandlers } from "./activity/handlers.ts";
import { administrationHandlers } from "./administration/handlers.ts";
import { adminOverviewHandlers, type OverviewParts } from "./administration/overview-handlers.ts";
import { basketHandlers } from "./basket/handlers.ts";
import { type EditParts, editHandlers } from "./catalogue/edit-handlers.ts";
import { catalogueHandlers } from "./catalogue/handlers.ts";
import { pictureEditHandlers } from "./catalogue/picture-edits.ts";
import { type PictureParts, pictureHandlers } from "./catalogue/picture-handlers.ts";
import { type ClientParts, clientHandlers } from "./clients/handlers.ts";
import { type PreviewParts, previewHandlers } from "./clients/preview-handlers.ts";
import { createSessionCookie } from "./http/cookie.ts";
import { portalApi } from "./http/register.ts";
import type { UploadParts } from "./imports/found-imports.ts";
import { importHandlers } from "./imports/handlers.ts";
import { callHandlers } from "./keys/call-handlers.ts";
import { type KeyParts, keyHandlers } from "./keys/key-handlers.ts";
import { ledgerHandlers } from "./keys/ledger-handlers.ts";
import { overviewHandlers } from "./keys/overview-handlers.ts";
import { type QuoteParts, quoteHandlers } from "./keys/quote-handlers.ts";
import { type TraceParts, traceHandlers } from "./leaks/handlers.ts";
import { type BoughtHandlerParts, boughtHandlers } from "./lists/bought-handlers.ts";
import { type CheckParts, checkHandlers } from "./lists/check-handlers.ts";
import { listHandlers } from "./lists/list-handlers.ts";
import { createSendMail } from "./mail.ts";
import { memberHandlers } from "./members/handlers.ts";
import { type NoticeHandlerParts, noticeHandlers } from "./notices/handlers.ts";
import { type BuyHandlerParts, buyHandlers } from "./orders/buy-handlers.ts";
import { type OrderHandlerParts, orderHandlers } from "./orders/order-handlers.ts";
import { readPortalSettings } from "./portal-settings.ts";
import { priceHandlers } from "./prices/handlers.ts";
import { type ProductParts, productHandlers } from "./products/product-handlers.ts";
import { thumbnailHandlers } from "./products/thumbnail-handlers.ts";
import type { ProposalParts } from "./proposals/parts.ts";
import { proposalHandlers } from "./proposals/proposal-handlers.ts";
import { reviewHandlers } from "./proposals/review-handlers.ts";
import { uploadHandlers } from "./proposals/upload-handlers.ts";
import { type RightsParts, rightsHandlers } from "./rights/handlers.ts";
import type { portalSettings } from "./settings.ts";
import { type SetupParts, setupHandlers } from "./setup/handlers.ts";
import { accountSpendingHandlers } from "./spending/account-handlers.ts";
import { brandHandlers } from "./spending/brand-handlers.ts";
import { ssoHandlers } from "./sso/handlers.ts";
import type { SingleSignOn } from "./sso/provider.ts";
import { storefrontHandlers } from "./storefront/handlers.ts";
import { topUpHandlers } from "./top-ups/handlers.ts";
import { createDrawing } from "./watermark/drawing.ts";
import { watermarkHandlers } from "./watermark/handlers.ts";
import type { WatermarkParts } from "./watermark/parts.ts";
import { webhookHandlers } from "./webhooks/handlers.ts";

/** What the features need, each as it says, and what only their assembly needs. */
export type PortalParts = Omit<NoticeHandlerParts & KeyParts & ClientParts, "hashKeys"> &
	QuoteParts &
	BuyHandlerParts &
	OrderHandlerParts &
	CheckParts &
	BoughtHandlerParts &
	ProductParts &
	PreviewParts &
	OverviewParts &
	Omit<TraceParts, "hashKeys" | "admitLink"> &
	RightsParts &
	UploadParts &
	EditParts &
	PictureParts & {
		readonly settings: SettingsOf<typeof portalSettings>;
		/** `undefined` if there is no mail server. */
		readonly transport: Transport | undefined;
		readonly setup: Pick<SetupParts, "facts" | "clock" | "mailServer">;
		/** Whether `base` is configured rather than taken from the request. */
		readonly isBaseSet: boolean;
		readonly webhooks: WebhookService;
		readonly findThumbnail: FindThumbnail;
		readonly proposing: ProposalParts;
		readonly watermark: Omit<WatermarkParts, "findProduct">;
		/** `undefined` if no provider is configured. */
		readonly sso: SingleSignOn | undefined;
		readonly localSignIn: boolean;
	};

/** The API of the pages: accounts, their keys and top-ups, and administration. */
export function portalRoutes(given: PortalParts): (app: FastifyInstance) => Promise<void> {
	const { db, settings, base } = given;
	const { hashKeys } = given.secrets;
	const parts = { ...given, hashKeys };
	const cookie = createSessionCookie(base);
	const signingIn = {
		...parts,
		webhooksOn: parts.webhooks.isOn,
		ssoName: parts.sso?.name,
		cookie,
		sendMail: createSendMail(parts.transport, async () => (await readPortalSettings(db.read)).storefrontName),
		passwords: createPasswordHashing(),
		admitAttempt: createAttemptLimits(db, settings),
		admitLink: createLinkLimits(db, settings),
	};
	const mailing = {
		...signingIn,
		mailedBase: mailedBase(base, parts.isBaseSet),
		admitMail: createMailLimits(db, settings),
	};
	return portalApi(
		{ db, hashKeys, settings, cookie, base },
		{
			...sessionHandlers(mailing),
			...ssoHandlers(signingIn),
			...signUpHandlers(mailing),
			...setupHandlers({ ...signingIn, ...parts.setup, drawing: createDrawing(parts.watermark) }),
			...memberHandlers(mailing),
			...emailHandlers(mailing),
			...noticeHandlers(parts),
			...passwordHandlers(mailing),
			...totpHandlers(signingIn),
			...keyHandlers(parts),
			...ledgerHandlers(parts),
			...callHandlers(parts),
			...accountSpendingHandlers(parts),
			...brandHandlers(parts),
			...overviewHandlers(parts),
			...quoteHandlers(parts),
			...basketHandlers(parts),
			...buyHandlers(parts),
			...orderHandlers(parts),
			...productHandlers(parts),
			...listHandlers(parts),
			...checkHandlers(parts),
			...boughtHandlers(parts),
			...thumbnailHandlers(parts),
			...topUpHandlers(parts),
			...webhookHandlers(parts),
			...clientHandlers(parts),
			...previewHandlers(parts),
			...activityHandlers(parts),
			...adminOverviewHandlers(parts),
			...priceHandlers(parts),
			...proposalHandlers(parts.proposing),
			...uploadHandlers(parts.proposing),
			...reviewHandlers(parts.proposing),
			...importHandlers(parts),
			...traceHandlers(signingIn),
			...rightsHandlers(parts),
			...storefrontHandlers(parts),
			...watermarkHandlers({ ...parts.watermark, findProduct: parts.findProduct }),
			...catalogueHandlers(parts),
			...editHandlers(parts),
			...pictureHandlers(parts),
			...pictureEditHandlers(parts),
			...administrationHandlers(signingIn),
		},
	);
}
