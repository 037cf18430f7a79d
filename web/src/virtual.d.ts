/** Written by `theme-css.ts` when the pages are built. */
declare module "virtual:theme.css";

/** Written by `endpoint-list.ts` when the pages are built. */
declare module "virtual:endpoints" {
	export const endpoints: readonly import("./calls/endpoint.ts").Endpoint[];
}
