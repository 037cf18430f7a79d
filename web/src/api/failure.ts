/** An error of the service, or a missing response. `code` is stable; `message` is meant for users. */
export class Failure extends Error {
	readonly status: number;
	readonly code: string;
	readonly requestId: string | undefined;
	readonly retryAfterSeconds: number | undefined;
	/** Further members of the error's body. */
	readonly details: Readonly<Record<string, unknown>>;

	constructor(text: {
		readonly status: number;
		readonly code: string;
		readonly message: string;
		readonly requestId?: string | undefined;
		readonly retryAfterSeconds?: number | undefined;
		readonly details?: Readonly<Record<string, unknown>>;
	}) {
		super(text.message);
		this.name = "Failure";
		this.status = text.status;
		this.code = text.code;
		this.requestId = text.requestId;
		this.retryAfterSeconds = text.retryAfterSeconds;
		this.details = text.details ?? {};
	}
}

/** The failure for a response outside 200–299, including one from a proxy instead of the service. */
export async function failureOf(response: Response): Promise<Failure> {
	const body = await response.json().catch(() => undefined);
	const said = isErrorBody(body) ? body : undefined;
	const retryAfterSeconds = Number(response.headers.get("retry-after") ?? Number.NaN);
	return new Failure({
		status: response.status,
		code: said?.error ?? "internal_error",
		message: said?.message ?? `The service answered with status ${response.status}.`,
		requestId: said?.request_id ?? response.headers.get("x-request-id") ?? undefined,
		retryAfterSeconds: Number.isNaN(retryAfterSeconds) ? undefined : retryAfterSeconds,
		details: said ? { ...said } : {},
	});
}

export function unreachable(): Failure {
	return new Failure({
		status: 0,
		code: "unreachable",
		message: "The service did not answer. Check your connection and try again.",
	});
}

/** Converts anything thrown into a failure that can be shown. */
export function asFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	return new Failure({
		status: 0,
		code: "page_error",
		message: error instanceof Error ? error.message : String(error),
	});
}

function isErrorBody(body: unknown): body is { error: string; message: string; request_id?: string } {
	if (typeof body !== "object" || body === null) return false;
	return (
		"error" in body && typeof body.error === "string" && "message" in body && typeof body.message === "string"
	);
}
