import { pageApi } from "../../pages/call.ts";
import { accountRoutes, sessionRoutes } from "./accounts/contract.ts";
import { emailHandlers } from "./accounts/email-handlers.ts";
import { passwordHandlers } from "./accounts/password-handlers.ts";
import { sessionHandlers } from "./accounts/session-handlers.ts";
import { signUpHandlers } from "./accounts/sign-up-handlers.ts";
import { totpHandlers } from "./accounts/totp-handlers.ts";
import { activityHandlers } from "./activity/handlers.ts";
import { administrationRoutes } from "./administration/contract.ts";
import type { AdministrationParts } from "./administration/handlers.ts";
import { administrationHandlers } from "./administration/handlers.ts";
import { memberRoutes } from "./members/contract.ts";
import type { MemberParts } from "./members/handlers.ts";
import { memberHandlers } from "./members/handlers.ts";
import { noticeRoutes } from "./notices/contract.ts";
import type { NoticeHandlerParts } from "./notices/handlers.ts";
import { noticeHandlers } from "./notices/handlers.ts";
import type { SsoParts } from "./sso/handlers.ts";
import { ssoHandlers } from "./sso/handlers.ts";

/** What the pages of people call. */
export const peoplePageApi = pageApi(
	{ ...sessionRoutes, ...accountRoutes, ...memberRoutes, ...noticeRoutes, ...administrationRoutes },
	(parts: SsoParts & MemberParts & NoticeHandlerParts & AdministrationParts) => ({
		...sessionHandlers(parts),
		...ssoHandlers(parts),
		...signUpHandlers(parts),
		...memberHandlers(parts),
		...emailHandlers(parts),
		...noticeHandlers(parts),
		...passwordHandlers(parts),
		...totpHandlers(parts),
		...activityHandlers(parts),
		...administrationHandlers(parts),
	}),
);
