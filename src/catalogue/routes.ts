import type { FastifyInstance } from "fastify";
import { availabilityRoutes } from "./availability-routes.ts";
import { bulkCheckRoutes } from "./bulk-check-routes.ts";
import { listingRoutes } from "./listing-routes.ts";
import { metadataFieldsRoute } from "./metadata-fields-route.ts";
import { productRoutes } from "./product-routes.ts";

/** All endpoints of the catalogue (SPEC 4.2 and SPEC 4.3). */
export function catalogueRoutes(
	parts: Parameters<typeof productRoutes>[0] & Parameters<typeof listingRoutes>[0],
) {
	return async (app: FastifyInstance): Promise<void> => {
		await app.register(productRoutes(parts));
		await app.register(listingRoutes(parts));
		await app.register(bulkCheckRoutes(parts));
		await app.register(availabilityRoutes(parts));
		await app.register(metadataFieldsRoute(parts));
	};
}
