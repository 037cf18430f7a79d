import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Load {
	readonly requestsPerSecond: number;
	readonly p99Ms: number;
	readonly errors: number;
}

export function requireWrk(): void {
	if (spawnSync("wrk", ["--version"]).error) {
		throw new Error("wrk is not installed: apt-get install wrk");
	}
}

/** The requests of a load: each path, with each body when there are any, in random order. */
export interface LoadRequests {
	readonly method: string;
	readonly paths: readonly string[];
	readonly bodies?: readonly string[];
	readonly headers: Readonly<Record<string, string>>;
}

/** Loads a server with wrk from a process of its own over 64 connections. */
export function load(folder: string, port: number, request: LoadRequests, seconds: number): Load {
	const script = join(folder, `load-${port}.lua`);
	writeFileSync(script, luaScript(request));
	const result = spawnSync(
		"wrk",
		["-t1", "-c64", `-d${seconds}s`, "--latency", "-s", script, `http://127.0.0.1:${port}`],
		{ encoding: "utf8" },
	);
	return readReport(result.stdout);
}

function luaScript(request: LoadRequests): string {
	const headers = Object.entries(request.headers).map(
		([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`,
	);
	return `
wrk.method = ${quote(request.method)}
${headers.join("\n")}
local paths = {${request.paths.map(quote).join(",")}}
local bodies = {${(request.bodies ?? []).map(quote).join(",")}}
local requests = {}
function init(args)
  math.randomseed(os.time())
  for i, path in ipairs(paths) do
    if #bodies == 0 then requests[#requests + 1] = wrk.format(nil, path) end
    for j, body in ipairs(bodies) do requests[#requests + 1] = wrk.format(nil, path, nil, body) end
  end
end
function request() return requests[math.random(#requests)] end
function done(summary, latency)
  local e = summary.errors
  print(string.format("RESULT %d %d %d %d", summary.requests, summary.duration, latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

function quote(text: string): string {
	return JSON.stringify(text);
}

function readReport(output: string): Load {
	const match = /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(output);
	if (!match) throw new Error(`wrk said:\n${output}`);
	const [requests, microseconds, p99, errors] = match.slice(1).map(Number) as [
		number,
		number,
		number,
		number,
	];
	return { requestsPerSecond: (requests * 1e6) / microseconds, p99Ms: p99 / 1000, errors };
}
