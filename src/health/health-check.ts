const HEALTH_CHECK = /^\/api\/v1\/health\/?(\?|$)/;

/** Health checks are answered however busy the service is, and while others are kept out. */
export function isHealthCheck(url: string | undefined): boolean {
	return HEALTH_CHECK.test(url ?? "");
}
