import { loadApiRoutes, loadPageApi } from "../../src/routes.ts";

/** The endpoints of `/api/v1`, and those that the pages call. */
export const apiRoutes = await loadApiRoutes();
export const { routes } = await loadPageApi();
