import { pageApi } from "../../pages/call.ts";
import { paymentRoutes } from "./contract.ts";
import { type PaymentHandlerParts, paymentHandlers } from "./handlers.ts";

/** What the pages of payments call. */
export const paymentsPageApi = pageApi(paymentRoutes, (parts: PaymentHandlerParts) => paymentHandlers(parts));
