import type { FastifyInstance } from "fastify";
import { priceHandlers } from "./billing/pages/prices/handlers.ts";
import { accountSpendingHandlers } from "./billing/pages/spending/account-handlers.ts";
import { brandHandlers } from "./billing/pages/spending/brand-handlers.ts";
import { topUpHandlers } from "./billing/pages/top-ups/handlers.ts";
import { type EditParts, editHandlers } from "./catalogue/pages/editing/edit-handlers.ts";
import { catalogueHandlers } from "./catalogue/pages/editing/handlers.ts";
import { pictureEditHandlers } from "./catalogue/pages/editing/picture-edits.ts";
import { type PictureParts, pictureHandlers } from "./catalogue/pages/editing/picture-handlers.ts";
import { type ProductParts, productHandlers } from "./catalogue/pages/finding/product-handlers.ts";
import { thumbnailHandlers } from "./catalogue/pages/finding/thumbnail-handlers.ts";
import { type ClientParts, clientHandlers } from "./clients/pages/clients/handlers.ts";
import { type PreviewParts, previewHandlers } from "./clients/pages/clients/preview-handlers.ts";
import { callHandlers } from "./clients/pages/keys/call-handlers.ts";
import { type KeyParts, keyHandlers } from "./clients/pages/keys/key-handlers.ts";
import { ledgerHandlers } from "./clients/pages/keys/ledger-handlers.ts";
import { overviewHandlers } from "./clients/pages/keys/overview-handlers.ts";
import { type QuoteParts, quoteHandlers } from "./clients/pages/keys/quote-handlers.ts";
import type { UploadParts } from "./imports/pages/found-imports.ts";
import { importHandlers } from "./imports/pages/handlers.ts";
import { type TraceParts, traceHandlers } from "./leaks/pages/handlers.ts";
import { adminOverviewHandlers, type OverviewParts } from "./operations/pages/overview/handlers.ts";
import { type SetupParts, setupHandlers } from "./operations/pages/set-up/handlers.ts";
import { basketHandlers } from "./orders/pages/basket/handlers.ts";
import { type BoughtHandlerParts, boughtHandlers } from "./orders/pages/lists/bought-handlers.ts";
import { type CheckParts, checkHandlers } from "./orders/pages/lists/check-handlers.ts";
import { listHandlers } from "./orders/pages/lists/list-handlers.ts";
import { type BuyHandlerParts, buyHandlers } from "./orders/pages/orders/buy-handlers.ts";
import { type OrderHandlerParts, orderHandlers } from "./orders/pages/orders/order-handlers.ts";
import { routes } from "./page-contract.ts";
import { createSessionCookie } from "./pages/cookie.ts";
import { portalApi } from "./pages/register.ts";
import type { portalSettings } from "./pages/settings.ts";
import { createAttemptLimits, createLinkLimits, createMailLimits } from "./people/accounts/attempt-limits.ts";
import { mailedBase } from "./people/accounts/mailed-links.ts";
import { createPasswordHashing } from "./people/accounts/passwords.ts";
import { createSessionLookup } from "./people/accounts/signed-in.ts";
import { createSendMail } from "./people/mail.ts";
import { emailHandlers } from "./people/pages/accounts/email-handlers.ts";
import { passwordHandlers } from "./people/pages/accounts/password-handlers.ts";
import { sessionHandlers } from "./people/pages/accounts/session-handlers.ts";
import { signUpHandlers } from "./people/pages/accounts/sign-up-handlers.ts";
import { totpHandlers } from "./people/pages/accounts/totp-handlers.ts";
import { activityHandlers } from "./people/pages/activity/handlers.ts";
import { administrationHandlers } from "./people/pages/administration/handlers.ts";
import { memberHandlers } from "./people/pages/members/handlers.ts";
import { type NoticeHandlerParts, noticeHandlers } from "./people/pages/notices/handlers.ts";
import { ssoHandlers } from "./people/pages/sso/handlers.ts";
import { readPortalSettings } from "./people/portal-settings.ts";
import type { SingleSignOn } from "./people/sso/provider.ts";
import { type RightsParts, rightsHandlers } from "./pictures/pages/rights/handlers.ts";
import { createDrawing } from "./pictures/pages/watermark/drawing.ts";
import { watermarkHandlers } from "./pictures/pages/watermark/handlers.ts";
import type { WatermarkParts } from "./pictures/pages/watermark/parts.ts";
import type { FindThumbnail } from "./pictures/store/thumbnails.ts";
import type { Transport } from "./platform/mail/transport.ts";
import type { SettingsOf } from "./platform/settings.ts";
import { proposalHandlers } from "./proposals/pages/proposal-handlers.ts";
import { reviewHandlers } from "./proposals/pages/review-handlers.ts";
import { uploadHandlers } from "./proposals/pages/upload-handlers.ts";
import type { ProposalParts } from "./proposals/parts.ts";
import { storefrontHandlers } from "./storefront/pages/handlers.ts";
import { webhookHandlers } from "./webhooks/pages/handlers.ts";
import type { WebhookService } from "./webhooks/register/service.ts";

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

/** What the sign-in and an account's own settings need. */
function accountParts(given: PortalParts) {
	const { db, settings, base, transport } = given;
	const signingIn = {
		...given,
		hashKeys: given.secrets.hashKeys,
		webhooksOn: given.webhooks.isOn,
		ssoName: given.sso?.name,
		cookie: createSessionCookie(base),
		sendMail: createSendMail(transport, async () => (await readPortalSettings(db.read)).storefrontName),
		passwords: createPasswordHashing(),
		admitAttempt: createAttemptLimits(db, settings),
		admitLink: createLinkLimits(db, settings),
	};
	const mailing = {
		...signingIn,
		mailedBase: mailedBase(base, given.isBaseSet),
		admitMail: createMailLimits(db, settings),
	};
	return { signingIn, mailing };
}

/** The API of the pages: accounts, their keys and top-ups, and administration. */
export function portalRoutes(given: PortalParts): (app: FastifyInstance) => Promise<void> {
	const { db, settings, base } = given;
	const { hashKeys } = given.secrets;
	const parts = { ...given, hashKeys };
	const { signingIn, mailing } = accountParts(given);
	const { cookie } = signingIn;
	return portalApi(
		{
			hashKeys,
			cookie,
			base,
			requestsPerMinute: settings.requestsPerMinute,
			findMember: createSessionLookup({ db, hashKeys, settings }),
		},
		routes,
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
