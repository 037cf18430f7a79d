import { Errors } from "typebox/value";
import { billingErrors } from "../../../billing/errors.ts";
import type { Action } from "../../../billing/prices/actions.ts";
import { knownCurrency } from "../../../pages/currency.ts";
import { requirePlain } from "../../../pages/errors.ts";
import { givenUnits } from "../../../pages/given-credits.ts";
import { requireEmail } from "../../../people/accounts/email.ts";
import { requireStrong } from "../../../people/accounts/password-rules.ts";
import { peopleErrors } from "../../../people/errors.ts";
import type { Drawing } from "../../../pictures/pages/watermark/drawing.ts";
import { rightsProblem } from "../../../pictures/rights/rights-problem.ts";
import { NO_RIGHTS } from "../../../pictures/rights/texts.ts";
import { drawnStyle, type WatermarkStyle } from "../../../pictures/style/style.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { schemaError } from "../../../platform/http/schema-error.ts";
import { storefrontSettingsOf } from "../../../storefront/pages/choices.ts";
import type { FirstSetup, FirstSetupOutcome } from "./changes.ts";
import { SetupDocument } from "./contract.ts";

/** The parts of a first setup that the document says. */
export type GivenSetup = Pick<
	FirstSetup,
	"email" | "name" | "credit" | "signUpOpen" | "storefront" | "prices" | "style" | "rights"
> & { readonly password: string | undefined };

/** @returns the document. @throws HttpError 400 naming the first place that is not as described */
export function requireSetupDocument(given: unknown): SetupDocument {
	const [violation] = Errors(SetupDocument, given);
	if (violation) throw schemaError(SetupDocument, given, violation, {});
	return given as SetupDocument;
}

/** Checks what a schema cannot. @throws HttpError that names what is wrong and where */
export async function givenSetup(
	document: SetupDocument,
	{ requireDrawable }: Pick<Drawing, "requireDrawable">,
): Promise<GivenSetup> {
	const { administrator, credit, prices = {}, watermark, rights } = document;
	const email = requireEmail(administrator.email);
	if (administrator.password !== undefined) requireStrong(administrator.password, email);
	const name = administrator.name && requirePlain("administrator.name", administrator.name.trim());
	if (credit) knownCurrency(credit.currency);
	const style: WatermarkStyle | null = watermark
		? {
				mark: { text: requirePlain("watermark.text", watermark.text.trim()) },
				place: watermark.place,
				widthPercent: watermark.width_percent,
				opacityPercent: watermark.opacity_percent,
			}
		: null;
	if (style) await requireDrawable(drawnStyle(style));
	const problem = rights && rightsProblem({ ...NO_RIGHTS, ...rights });
	if (problem !== undefined) throw badRequest(`rights: ${problem}.`);
	return {
		email,
		password: administrator.password,
		name: name || null,
		credit: credit ?? null,
		style,
		signUpOpen: document.sign_up_open ?? null,
		storefront: storefrontSettingsOf(document.storefront ?? {}, "storefront."),
		prices: Object.entries(prices).map(([action, price]) => ({
			action: action as Action,
			units: givenUnits(`prices.${action}`, price ?? 0),
		})),
		rights: rights ?? null,
	};
}

/** @throws HttpError for every outcome but `done` */
export function requireSetUp(outcome: FirstSetupOutcome): void {
	if (outcome === "done") return;
	if (outcome === "has_administrator") throw peopleErrors.link_invalid();
	if (outcome === "already_charging") {
		const message = "prices: somebody was charged already; announce them 30 days ahead instead.";
		throw billingErrors.notice_too_short({ message });
	}
	throw peopleErrors[outcome]();
}
