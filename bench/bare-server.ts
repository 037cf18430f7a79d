import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The baseline of every HTTP figure: plain node:http that sends the same bytes and headers and does nothing else. */
const { PORT, ANSWER } = process.env;
const answer = JSON.parse(readFileSync(ANSWER ?? "", "utf8")) as {
	headers: Record<string, string>;
	body: string;
};
const body = Buffer.from(answer.body, "base64");

createServer((_request, response) => {
	response.writeHead(200, answer.headers);
	response.end(body);
}).listen(Number(PORT), "127.0.0.1");
