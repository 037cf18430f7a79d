import { type Attributes, context, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** Runs a step in a span of its own if the request is traced; otherwise just runs it. */
export async function inSpan<T>(
	tracer: Tracer,
	name: string,
	attributes: Attributes,
	run: () => Promise<T>,
): Promise<T> {
	if (!trace.getActiveSpan()?.isRecording()) return run();
	const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
	try {
		return await context.with(trace.setSpan(context.active(), span), run);
	} catch (fault) {
		span.setStatus({ code: SpanStatusCode.ERROR });
		// Only the error's name: a message may contain values of the request.
		span.setAttribute("error.type", fault instanceof Error ? fault.name : "unknown");
		throw fault;
	} finally {
		span.end();
	}
}
