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
	const { status, headers } = response;
	const failure = failureFrom(status, await response.text().catch(() => ""));
	const retryAfterSeconds = Number(headers.get("retry-after") ?? Number.NaN);
	return new Failure({
		...failure,
		message: failure.message,
		requestId: failure.requestId ?? headers.get("x-request-id") ?? undefined,
		retryAfterSeconds: Number.isNaN(retryAfterSeconds) ? undefined : retryAfterSeconds,
	});
}

/** The same for a response whose headers are not at hand. @param text its body: the service's own words, or anything else. */
export function failureFrom(status: number, text: string): Failure {
	const said = errorBody(text);
	if (said === undefined) return new Failure({ status, code: "internal_error", message: wordsFor(status) });
	const { error: code, message, request_id: requestId } = said;
	return new Failure({ status, code, message, requestId, details: { ...said } });
}

/** For a response that is not the service's own. */
function wordsFor(status: number): string {
	if (status === 413) return "This is larger than the server accepts. Send less at once, or a smaller file.";
	if (status === 401) return "You are signed out. Sign in, then try again.";
	if (status === 408 || status === 502 || status === 503 || status === 504) {
		return `The service cannot be reached at the moment (status ${status}). Wait a minute, then try again.`;
	}
	return `The service gave an unexpected answer (status ${status}). Try again; if that does not help, tell whoever runs it.`;
}

export function unreachable(): Failure {
	return new Failure({
		status: 0,
		code: "unreachable",
		message: "The service did not answer. Check your connection and try again.",
	});
}

/** For a successful response that is empty, cut off or not the service's. */
export function unreadable(): Failure {
	return new Failure({
		status: 0,
		code: "unreadable",
		message:
			"The answer did not arrive whole, or not from this service. Check your connection and reload the page. If you were changing something, look whether it was done before you do it again.",
	});
}

/** A failure that a page finds by itself. @param message for users. */
export function pageFailure(message: string): Failure {
	return new Failure({ status: 0, code: "page_error", message });
}

/** Converts anything thrown into a failure that can be shown. The messages of browsers and libraries are not: they are kept as its cause. */
export function asFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	const failure = pageFailure(
		"Something in this page went wrong. Reload it and try again; if that does not help, tell whoever runs this service.",
	);
	failure.cause = error;
	return failure;
}

interface ErrorBody {
	readonly error: string;
	readonly message: string;
	readonly request_id?: string;
}

function errorBody(text: string): ErrorBody | undefined {
	try {
		const body: unknown = JSON.parse(text);
		return isErrorBody(body) ? body : undefined;
	} catch {
		return undefined;
	}
}

function isErrorBody(body: unknown): body is ErrorBody {
	if (typeof body !== "object" || body === null) return false;
	return (
		"error" in body && typeof body.error === "string" && "message" in body && typeof body.message === "string"
	);
}
