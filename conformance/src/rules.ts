import type { Rule } from "./rule.ts";
import { accessRules } from "./rules/access.ts";
import { accountRules } from "./rules/account.ts";
import { additionRules } from "./rules/additions.ts";
import { availabilityRules } from "./rules/availability.ts";
import { billingRules } from "./rules/billing.ts";
import { conventionRules } from "./rules/conventions.ts";
import { idempotencyRules } from "./rules/idempotency.ts";
import { imageRules } from "./rules/images.ts";
import { limitRules } from "./rules/limits.ts";
import { listingRules } from "./rules/listings.ts";
import { productRules } from "./rules/products.ts";

/** All rules, in execution order: those that use up the client come last. */
export const rules: readonly Rule[] = [
	...conventionRules,
	...accountRules,
	...productRules,
	...listingRules,
	...availabilityRules,
	...billingRules,
	...idempotencyRules,
	...imageRules,
	...additionRules,
	...accessRules,
	...limitRules,
];
