import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { drawPerRequest } from "./draw.ts";

/** Sends the picture of an answer with a mark that it draws for each request, and does nothing else. */
const { PORT, ANSWER } = process.env;
const answer = JSON.parse(readFileSync(ANSWER ?? "", "utf8")) as { body: string };
const draw = await drawPerRequest(Buffer.from(answer.body, "base64"));

createServer(async (request, response) => {
	// The start-up check is not answered with a picture.
	const body = request.url === "/api/v1/health" ? Buffer.alloc(0) : await draw();
	response.writeHead(200, { "content-length": body.length });
	response.end(body);
}).listen(Number(PORT), "127.0.0.1");
