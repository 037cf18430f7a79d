import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { drawPerRequest } from "./draw.ts";

/** Sends the picture of an answer with a watermark drawn anew for each request, and does nothing else. */
const { PORT, ANSWERS } = process.env;
const [answer] = JSON.parse(readFileSync(ANSWERS ?? "", "utf8")) as { file: string }[];
const draw = await drawPerRequest(readFileSync(answer?.file ?? ""));

createServer(async (request, response) => {
	// The start-up check needs no picture.
	const body = request.url === "/api/v1/health" ? Buffer.alloc(0) : await draw();
	response.writeHead(200, { "content-length": body.length });
	response.end(body);
}).listen(Number(PORT), "127.0.0.1");
