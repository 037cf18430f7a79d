import {
	context,
	propagation,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	type Tracer,
	trace,
} from "@opentelemetry/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sinceArrivalMs } from "../http/arrival.ts";
import { type AddressRange, inRanges } from "../http/client-address.ts";

/**
 * A span for each request, from its arrival to the end of its response, named by OpenTelemetry's semantic conventions. It records
 * the route and never the URL, which may carry a signature or a token.
 */
export function traceRequests(
	app: FastifyInstance,
	tracer: Tracer,
	trustedProxies: readonly AddressRange[],
): void {
	const spans = new WeakMap<FastifyRequest, Span>();
	app.addHook("onRequest", (request, _reply, done) => {
		// Only the operator's own proxies may pass a trace context: anyone else could flood the collector.
		const isTrusted = inRanges(plainAddress(request.socket.remoteAddress), trustedProxies);
		const parent = isTrusted ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
		const span = startSpan(tracer, request, parent);
		spans.set(request, span);
		context.with(trace.setSpan(parent, span), done);
	});
	app.addHook("onResponse", (request, reply, done) => {
		const span = spans.get(request);
		if (span) endSpan(span, request, reply);
		done();
	});
}

function plainAddress(address = ""): string {
	return address.replace(/^::ffff:/, "");
}

function startSpan(tracer: Tracer, request: FastifyRequest, parent: typeof ROOT_CONTEXT): Span {
	const { method } = request;
	const route = request.routeOptions.url;
	const attributes = {
		"http.request.method": method,
		...(route === undefined ? {} : { "http.route": route }),
		"packshot.request_id": request.id,
	};
	const startTime = performance.now() - (sinceArrivalMs(request.raw) ?? 0);
	const name = route === undefined ? method : `${method} ${route}`;
	return tracer.startSpan(name, { kind: SpanKind.SERVER, startTime, attributes }, parent);
}

function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply): void {
	const { errorCode } = request.responseMeta;
	span.setAttribute("http.response.status_code", reply.statusCode);
	if (errorCode !== undefined) span.setAttribute("error.type", errorCode);
	if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
	span.end();
}
