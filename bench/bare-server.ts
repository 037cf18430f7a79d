import { readFile, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";

/**
 * The baseline for every HTTP figure: plain node:http that sends the same bytes and headers and does nothing else. With several answers it
 * sends them in turn, from memory or, with FROM_DISK, reading the file each time.
 */
const { PORT, ANSWERS, FROM_DISK } = process.env;
const answers = (JSON.parse(readFileSync(ANSWERS ?? "", "utf8")) as StoredAnswer[]).map(
	({ headers, file }) => ({ headers, file, body: readFileSync(file) }),
);

interface StoredAnswer {
	readonly headers: Record<string, string>;
	/** Path of the file with the body. */
	readonly file: string;
}

let sent = 0;

createServer((_request, response) => {
	const { headers, file, body } = answers[sent++ % answers.length] as (typeof answers)[number];
	if (FROM_DISK)
		readFile(file, (fault, read) => (fault ? response.destroy(fault) : send(response, headers, read)));
	else send(response, headers, body);
}).listen(Number(PORT), "127.0.0.1");

function send(response: ServerResponse, headers: Record<string, string>, body: Buffer): void {
	response.writeHead(200, headers);
	response.end(body);
}
