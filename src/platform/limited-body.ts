/** The answer of a server is longer than it may be. */
export class AnswerTooLong extends Error {}

/** Reads the body of an answer, and no more of it than expected: a server may send without an end. @throws AnswerTooLong */
export async function readBody(response: Response, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
	const { chunks, isWhole } = await readUpTo(response, mostBytes);
	if (!isWhole) throw new AnswerTooLong(`its answer has more than ${mostBytes} bytes`);
	return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** `fetch`, of which no answer is longer than expected. Redirects are not followed unless that is asked for. */
export async function fetchUpTo(mostBytes: number, url: string, init: RequestInit = {}): Promise<Response> {
	const response = await fetch(url, { redirect: "manual", ...init });
	const { status, statusText, headers } = response;
	const body = await readBody(response, mostBytes);
	return new Response(body.length === 0 ? null : body, { status, statusText, headers });
}

/** The beginning of an answer, as text. */
export async function readStart(response: Response, mostBytes: number): Promise<string> {
	return new Blob((await readUpTo(response, mostBytes)).chunks).text();
}

async function readUpTo({ body }: Response, mostBytes: number) {
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	const reader = body?.getReader();
	for (let left = mostBytes; reader; ) {
		const { done, value } = await reader.read();
		if (done) break;
		chunks.push(value);
		left -= value.length;
		if (left >= 0) continue;
		await reader.cancel();
		return { chunks, isWhole: false };
	}
	return { chunks, isWhole: true };
}
