import { type Attributes, context, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** Runs a step of a traced request in a span of its own; a step of anything else runs as it is. */
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
		// Its name alone: a message may hold values of the request.
		span.setAttribute("error.type", fault instanceof Error ? fault.name : "unknown");
		throw fault;
	} finally {
		span.end();
	}
}
