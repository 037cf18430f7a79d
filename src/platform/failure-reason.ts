/** Why a request got no answer: what the system calls it, such as `ECONNREFUSED`, if the platform tells. */
export function failureReason(failure: unknown): string {
	if (!(failure instanceof Error)) return String(failure);
	const { code, message } = (failure.cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
	return String(code ?? message ?? failure.message);
}
